"""Makes normal.csv and improvement.csv, and with the argument "series" the Chebyshev coefficients of MillsRatio.

Everything is computed with mpmath in 60-digit arithmetic from erfc, or from the asymptotic series (40 terms) beyond
t = 1000, where its first neglected term is below 1e-100. Run: python3 normal.py [series]
"""
import os
import sys

from mpmath import cos, erfc, exp, fsum, log, log1p, mp, mpf, nstr, pi, sqrt

mp.dps = 60
HERE = os.path.dirname(os.path.abspath(__file__))


def alternating(t, first):
    """First 40 terms of sum_k (-1)^k first (first + 2) ... / t^(2k), starting at 1."""
    total, term = mpf(0), mpf(1)
    for k in range(40):
        total += term
        term *= -(2 * k + first) / (t * t)
    return total


def mills(t):
    """Phi(-t) / phi(t)"""
    if t > 1000:
        return alternating(t, 1) / t
    return sqrt(pi / 2) * exp(t * t / 2) * erfc(t / sqrt(2))


def excess(t):
    """1 - t Phi(-t) / phi(t) = E[max(X - t, 0)] / phi(t)"""
    if t > 1000:
        return alternating(t, 3) / (t * t)
    return 1 - t * mills(t)


def log_pdf(z):
    return -z * z / 2 - log(2 * pi) / 2


def log_h(z):
    return log_pdf(z) + log(excess(-z)) if z < 0 else log(exp(log_pdf(z)) + z * erfc(-z / sqrt(2)) / 2)


def d_log_h(z):
    return mills(-z) / excess(-z) if z < 0 else erfc(-z / sqrt(2)) / 2 / exp(log_h(z))


def log_cdf(z):
    return log_pdf(z) + log(mills(-z)) if z < 0 else log1p(-erfc(z / sqrt(2)) / 2)


def chebyshev(f, scale, count):
    """Coefficients of f in T_k(u), u = (t - scale) / (t + scale), t in [0, inf), from 80 nodes."""
    nodes = [cos(pi * (j + mpf(1) / 2) / 80) for j in range(80)]
    values = [f(scale * (1 + u) / (1 - u)) for u in nodes]
    return [fsum(v * cos(k * pi * (j + mpf(1) / 2) / 80) for j, v in enumerate(values)) * (2 if k else 1) / 80
            for k in range(count)]


def write(name, header, rows):
    with open(os.path.join(HERE, name), "w") as out:
        out.write("# %s; made by normal.py (mpmath, 60 digits)\n" % header)
        for row in rows:
            out.write(",".join([repr(float(row[0]))] + [nstr(x, 20) for x in row[1:]]) + "\n")


if sys.argv[1:] == ["series"]:
    for name, f, scale, count in (("(1 + t) mills(t)", lambda t: (1 + t) * mills(t), mpf(4), 27),
                                  ("(1 + t^2) excess(t)", lambda t: (1 + t * t) * excess(t), mpf(6), 28)):
        print(name)
        print(",\n".join(nstr(c, 20) for c in chebyshev(f, scale, count)))
else:
    near = [mpf(i) / 8 for i in range(-320, 321)] + [mpf(x) for x in (-1 - 2.0 ** -30, -1 + 2.0 ** -30, 1e-300, 1e-9)]
    write("normal.csv", "z, pdf, cdf, log cdf, phi/Phi",
          [(z, exp(log_pdf(z)), exp(log_cdf(z)), log_cdf(z), exp(log_pdf(z) - log_cdf(z)))
           for z in map(mpf, sorted(map(float, near)))])
    far = [-mpf(10) ** (mpf(i) / 4) for i in range(6, 25)] + [mpf(-10) ** 8, mpf(-10) ** 100]
    write("improvement.csv", "z, log(phi + z Phi), its derivative",
          [(z, log_h(z), d_log_h(z)) for z in map(mpf, sorted(map(float, near + far)))])
