import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * An index of the latest documents of a stream: a batch program that makes much garbage of every
 * age.
 *
 * <pre>java Index.java [DOCUMENTS]</pre>
 *
 * Each document is a text of made-up words. It is split into words, and each word leads to the list
 * of its documents; a document leaves the index when {@value #KEPT} newer ones have come. After
 * every thousand documents the most frequent words are sorted out. Prints {@code check=} and a
 * number that depends on the results and on nothing else.
 */
public final class Index {
    private static final int KEPT = 5_000;
    private static final int WORDS = 60; // of a document
    private static final int VOCABULARY = 40_000;

    private final Map<String, ArrayDeque<Document>> documentsOf = new HashMap<>();
    private final ArrayDeque<Document> window = new ArrayDeque<>();

    private record Document(int number, List<String> words, Map<String, Integer> counts) {}

    public static void main(String[] args) {
        int documents = args.length > 0 ? Integer.parseInt(args[0]) : 20_000;
        var index = new Index();
        var random = new Random(1);
        long check = 0;
        for (int number = 0; number < documents; number++) {
            index.add(parsed(number, text(random)));
            if (number % 1000 == 999) {
                for (String word : index.mostFrequent(20)) {
                    check = 31 * check + word.hashCode();
                }
            }
        }
        System.out.println("check=" + check);
    }

    /** Makes a text; small numbers are frequent words. */
    private static String text(Random random) {
        var text = new StringBuilder();
        for (int i = 0; i < WORDS; i++) {
            double u = random.nextDouble();
            text.append("word").append((int) (VOCABULARY * u * u * u)).append(' ');
        }
        return text.toString();
    }

    private static Document parsed(int number, String text) {
        var words = new ArrayList<String>();
        var counts = new HashMap<String, Integer>();
        for (String word : text.split(" ")) {
            words.add(word);
            counts.merge(word, 1, Integer::sum);
        }
        return new Document(number, words, counts);
    }

    private void add(Document document) {
        window.addLast(document);
        for (String word : document.counts().keySet()) {
            documentsOf.computeIfAbsent(word, w -> new ArrayDeque<>()).addLast(document);
        }
        if (window.size() > KEPT) {
            Document oldest = window.removeFirst();
            for (String word : oldest.counts().keySet()) {
                ArrayDeque<Document> documents = documentsOf.get(word);
                documents.removeFirst(); // they came in the order of their numbers
                if (documents.isEmpty()) {
                    documentsOf.remove(word);
                }
            }
        }
    }

    private List<String> mostFrequent(int count) {
        return documentsOf.entrySet().stream()
                .sorted(
                        Map.Entry.<String, ArrayDeque<Document>>comparingByValue(
                                        (a, b) -> Integer.compare(b.size(), a.size()))
                                .thenComparing(Map.Entry.comparingByKey()))
                .limit(count)
                .map(Map.Entry::getKey)
                .toList();
    }
}
