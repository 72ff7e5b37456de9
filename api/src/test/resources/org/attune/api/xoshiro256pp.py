#!/usr/bin/env python3
"""Writes xoshiro256pp.csv: what Seed and Generator must give, computed without any Java.

xoshiro256++ and SplitMix64 follow Blackman and Vigna (doi:10.1145/3460772) and Steele, Lea and
Flood (doi:10.1145/2660193.2660195); the keys follow the documentation of Seed.
Run: python3 xoshiro256pp.py > xoshiro256pp.csv
"""
M = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def finalize(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & M
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & M
    return z ^ (z >> 31)


class SplitMix64:
    def __init__(self, state):
        self.state = state & M

    def next(self):
        self.state = (self.state + GOLDEN) & M
        return finalize(self.state)


def rotl(x, k):
    return ((x << k) | (x >> (64 - k))) & M


class Xoshiro256pp:
    def __init__(self, seed):
        fill = SplitMix64(seed)
        self.s = [fill.next() for _ in range(4)]

    def next(self):
        s = self.s
        result = (rotl((s[0] + s[3]) & M, 23) + s[0]) & M
        t = (s[1] << 17) & M
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 45)
        return result


def mix(z):
    return SplitMix64(z).next()


def fnv(label):
    h = 0xCBF29CE484222325
    for byte in label.encode("utf-8"):
        h = ((h ^ byte) * 0x100000001B3) & M
    return h


def key(seed, label, number):
    return mix((mix(mix(seed & M) ^ fnv(label)) + number) & M)


def child(seed, label, number):
    return mix(mix((mix(seed & M) + fnv(label)) & M) ^ (number & M))


def signed(v):
    return v - (1 << 64) if v >> 63 else v


print("# Origin: xoshiro256pp.py beside this file. Exact.")
print("# plain: seed, then 4 outputs of xoshiro256++ filled by SplitMix64")
print("# keyed: seed, label, number, then 4 outputs; child: seed, label, number, value")
for seed in (0, 1, -1, 42, 1234567890123456789, -(1 << 63)):
    g = Xoshiro256pp(seed & M)
    print("plain", seed, "", 0, *(signed(g.next()) for _ in range(4)), sep=",")
for seed in (0, 1, -7):
    for label in ("random", "", "Modèle"):
        for number in (0, 1, 10**12):
            g = Xoshiro256pp(key(seed, label, number))
            print("keyed", seed, label, number, *(signed(g.next()) for _ in range(4)), sep=",")
            print("child", seed, label, number, signed(child(seed, label, number)), sep=",")
