/**
 * Expressions in Python's syntax, as they stand in problem files: constraints, derived values,
 * bounds and conditions, such as {@code mb*bunit*p <= m} or {@code solver in ('amg', 'ilu')}.
 *
 * <p>{@link org.attune.api.expression.Expression#parse Expression.parse} checks a text and keeps
 * its syntax tree; {@link org.attune.api.expression.Expression#bind bind} resolves its names to
 * slots of an array and compiles the tree to closures; {@link
 * org.attune.api.expression.Expression.Bound Expression.Bound} evaluates them. An expression reads
 * the names it is given and a fixed list of arithmetic functions, nothing else: no attributes, no
 * indexing, no assignment, no loops.
 *
 * <p>Text to value: {@code Lexer} (tokens), {@code Parser} ({@code Node}s), {@code Compiler}
 * ({@code Closure}s). Python's rules for one operation on two values are in {@code Values} (dynamic
 * types) and {@code Arithmetic} (numbers).
 */
package org.attune.api.expression;
