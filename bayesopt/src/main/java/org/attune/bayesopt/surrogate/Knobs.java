package org.attune.bayesopt.surrogate;
public final class Knobs { private Knobs() {}  public static String s(String k,String d){return System.getProperty(k,d);} public static int i(String k,int d){return Integer.parseInt(System.getProperty(k,""+d));} public static double d(String k,double d){return Double.parseDouble(System.getProperty(k,""+d));} }
