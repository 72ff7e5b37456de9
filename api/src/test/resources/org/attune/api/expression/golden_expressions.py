"""Writes golden_expressions.tsv: expressions with the results of Python itself.

Usage: python3 golden_expressions.py > golden_expressions.tsv

A line is: expression, tab, result. A result is `int 5`, `float 0.5`, `bool True`, `str abc`, or
`error`. The names have the values of SCOPE, which the Java test repeats. An int outside 2**53
anywhere on the way would be a rounded float in Java, and an infinity an error, so random
expressions that meet one are dropped. They use no function whose last bit depends on the C library.
"""
import ast
import math
import random
import sys

SCOPE = dict(i=3, j=-7, k=0, n=384, x=2.5, y=-0.75, z=0.0, s='amg', t='', flag=True, off=False)
FUNCTIONS = {f.__name__: f for f in (min, max, abs, int, round, pow, float)}
FUNCTIONS |= {f: getattr(math, f) for f in 'floor ceil sqrt log log2 log10 exp'.split()}
LIMIT = 2**53

TABLE = r'''
1
0
00
007.5
12_000
1e5
1E5
.5
5.
1_0.5_0e1_0
'abc'
"abc"
'it\'s'
"a\\b"
'a"b'
True
False
i
x
s
flag
(((i)))
1 + 2*3
(1 + 2)*3
7 - 4 - 2
2*3/4
7//2
-7//2
7//-2
-7//-2
7.5//2
-7.5//2
7 % 3
-7 % 3
7 % -3
-7 % -3
7.5 % 2
-7.5 % 2
5 % 0.1
1 // 0.1
547230.1064999182 // 0.1
2328.6310478430696 // 0.1
-5.0 % 3
6 % 3
6 % -3.0
1e15 // 0.1
4/2
1/3
0/5
0.1 + 0.2
2**10
2**-1
2**0.5
-2**2
(-2)**2
2**3**2
(2**3)**2
2**-1**2
-2**-2
(-8)**3
(-8.0)**3
(-8)**-1
(-8)**0.5
0**0
0**-1
0.0**0.0
1**-5
10**15
3**33
7**18
2.0**3
9.5**2
i**i
x**y
pow(2, 10)
pow(2, -2)
pow(2.5, 2)
-i
--i
- - -i
+i
+flag
-flag
-x
not i
not k
not not i
not s
not t
not i == 3
not (i == 3)
i + flag
flag + flag
flag*2.5
True/2
i < n
i < n < 400
i < n < 300
i < k < 1/0
1 == 1.0
1 == True
2 == True
'1' == 1
'1' != 1
s == 'amg'
s != 'amg'
s < 'b'
s >= 'amg'
s < 1
1 <= s
'a' < 'B'
'' < 'a'
'ab' < 'abc'
'\t' == "\t"
s == i == 3
1 < 2 == 2 > 1
1 == 1 != 2
i in (1, 2, 3)
i in [1, 2, 3]
i in (1, 2,)
i in (4,)
i not in (1, 2)
not i in (1, 2)
s in ('ilu', 'amg')
s in (1, 'amg')
1 in ('1', True)
s not in ['ilu']
x in (2.5,)
i + 1 in (2*2, 1/2)
i in (3, 1/0)
(i in (1, 2)) in (True, 5)
i and n
k and n
k or n
i or n
t or s
s and t
k or t
t or k
k and 1/0
i or 1/0
i and 1/0
k or i and n
not k and not t
True or 1/0 and 1/0
(i or n) + 1
(t or 5) + 1
(s and 5) + 1
i if s == 'amg' else n
i if s == 'ilu' else n
1 if k else 2 if i else 3
1 if k else 2 if k else 3
(1 if i else 2) + 10
1 + 1 if k else 5
1/0 if k else 5
'a' if i else 1
not 1 if i else 2
k or i if flag else n
min(1, 2)
max(1, 2.0)
max(1, 1.0)
max(1.0, 1)
min(True, 1)
min(i, j, k, x)
max(i, j, k, x)
max([i, j])
min([x, 1],)
max('a', 'b')
min('a', 1)
max(i, s)
max(i, n,)
abs(j)
abs(y)
abs(flag)
abs(s)
floor(2.5)
floor(-2.5)
floor(7)
floor(flag)
ceil(2.5)
ceil(-2.5)
ceil(-0.5)
int(2.9)
int(-2.9)
int(flag)
float(3)
float(flag)
round(0.5)
round(1.5)
round(2.5)
round(-0.5)
round(-1.5)
round(7)
round(2.675, 2)
round(0.125, 2)
round(1234.5, -2)
round(1250, -2)
round(1350, -2)
round(25, -1)
round(5, 3)
round(2.5, 0)
round(-0.04, 1)
round(x, i)
round(1.5, 1.0)
round(2.5, 1000)
round(2.5, -1000)
round(0.3, 20)
sqrt(2)
sqrt(16)
sqrt(0)
sqrt(-1)
sqrt(s)
log(1)
log(10)
log(0)
log(-1)
log(8, 2)
log(100, 10)
log(2, 1)
log2(8)
log2(1)
log2(1e300)
log2(3)
log2(0.1)
log2(1.0000001)
log2(0.9999999)
log2(5e-324)
log2(0)
log10(1000)
log10(1e-5)
log10(2)
log10(0)
exp(0)
exp(1)
exp(-1.5)
exp(700)
exp(1000)
exp(-1000)
1/0
1/0.0
1//0
1.0//0
1 % 0
1 % 0.0
k/k
i/k
'a' - 1
-s
'a'/2
1 - 'a'
n*8 <= 12_288/4
8*(i*n + n*2 + i*2) <= 1048576
i*n*2 <= n*n
1 if x > 2 and s in ('amg', 'ilu') else 0
0.1 + 0.7*10 // 1
9007199254740991 + 1
9007199254740992 - 1
-9007199254740991 - 1
'z' if 'é' > 'z' else 'a'
'😀' > 'ﬀ'
'' and 5
'' or 0
0.0 or ''
x == 2.5 == True
i - j - n + x*2 - 1 - y + flag
i*n//5 % 7*x/3*2
2*i % 5*4//3 % 7*n
i - 1/k + 2 + 3 + 4
1 <= i*2 <= n < 1000
n > i*2 > n/1
1 <= i*2 < 'a'
s < t or 'a' < s < 'b' < 'c'
x - x
-0.0
0*-1
int(-0.5)
'''


class Dropped(Exception):
    """The expression leaves what doubles can show."""


def show(value):
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > LIMIT:
        value = float(value)
    text = value if isinstance(value, str) else repr(value)
    return f'{type(value).__name__} {text}'


def result(expression):
    try:
        value = eval(expression, {'__builtins__': {}}, SCOPE | FUNCTIONS)
    except (ArithmeticError, ValueError, TypeError):
        return 'error'
    return 'error' if isinstance(value, complex) else show(value)


def checked(expression):
    """The result of a random expression, all of whose parts have been checked already."""
    try:
        value = eval(expression, {'__builtins__': {}}, SCOPE | FUNCTIONS)
    except (ArithmeticError, ValueError, TypeError):
        return 'error'
    except SyntaxError:
        raise Dropped from None
    if isinstance(value, int) and abs(value) > LIMIT:
        raise Dropped
    if isinstance(value, float) and not math.isfinite(value):
        raise Dropped
    if isinstance(value, complex) or isinstance(value, str) and value not in ('amg', '', 'b'):
        raise Dropped
    return show(value)


def tree(rng, depth):
    """A random expression in parentheses where needed by chance, its parts checked."""
    if depth == 0 or rng.random() < 0.1:
        return rng.choice([*SCOPE, '1', '2', '5', '0.5', '1e3', '10', "'b'", 'True'])

    def sub():
        part = tree(rng, depth - 1)
        checked(part)
        return f'({part})' if rng.random() < 0.6 else part

    kind = rng.randrange(11)
    if kind < 4:
        text = f'{sub()} {rng.choice(["+", "-", "*", "/", "//", "%"])} {sub()}'
    elif kind == 4:
        text = f'{rng.choice("ijk")}**{rng.randrange(5)}'
    elif kind == 5:
        text = f'{sub()} {rng.choice(["<", "<=", ">", ">=", "==", "!="])} {sub()}'
        if rng.random() < 0.3:
            text += f' {rng.choice(["<", "==", "!="])} {sub()}'
    elif kind == 6:
        text = f' {rng.choice(["and", "or"])} '.join(sub() for _ in range(rng.randrange(2, 5)))
    elif kind == 7:
        text = f'{sub()} if {sub()} else {sub()}'
    elif kind == 8:
        text = f'({sub()}) {rng.choice(["in", "not in"])} ({sub()}, {sub()})'
    elif kind == 9:
        text = f'{rng.choice(["not ", "-", "+"])}{sub()}'
    else:
        name = rng.choice(['min', 'max', 'abs', 'floor', 'ceil', 'int', 'round', 'float', 'sqrt'])
        arguments = 2 if name in ('min', 'max') else 1
        text = f'{name}({", ".join(sub() for _ in range(arguments))})'
    checked(text)
    return text


def regrouped(text):
    """Parts without parentheses may group anew: check every part of Python's own tree."""
    for node in ast.walk(ast.parse(text, mode='eval')):
        if isinstance(node, ast.expr) and not isinstance(node, (ast.Tuple, ast.Name)):
            if isinstance(node, ast.Compare) and any(
                    isinstance(op, (ast.In, ast.NotIn)) for op in node.ops):
                if len(node.ops) > 1 or not isinstance(node.comparators[0], ast.Tuple):
                    raise Dropped  # Python's, but not ours
            outcome = checked(ast.unparse(node))
            if isinstance(node, ast.BinOp) and outcome != 'error' and any(
                    checked(ast.unparse(side)).startswith('str') for side in (node.left, node.right)):
                raise Dropped  # 'a'*2 and 'a' + 'b' are Python's, but not ours


def main():
    print('# expression, tab, result by Python %d.%d; written by golden_expressions.py (seed 0)'
          % sys.version_info[:2])
    print('# random expressions follow the table; they are compared bit by bit')
    for expression in TABLE.strip().split('\n'):
        print(expression, result(expression), sep='\t')
    print('# random')
    rng = random.Random(0)
    seen = set()
    while len(seen) < 1500:
        try:
            expression = tree(rng, rng.randrange(1, 6))
            if expression in seen or len(expression) > 300:
                continue
            regrouped(expression)
            outcome = checked(expression)
            if outcome == 'error' and rng.random() < 0.8:
                continue
            seen.add(expression)
            print(expression, outcome, sep='\t')
        except Dropped:
            continue


main()
