c=$(( ($1-7)*($1-7) + $2 + 1 ))
if [ "$3" = b ]; then c=$((c+100)); fi
echo "cost=$c"
