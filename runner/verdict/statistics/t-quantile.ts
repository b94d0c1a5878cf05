import { Z_95 } from './wilson-interval.ts';

/** The 97.5% points of Student's t distribution with 1 to 30 degrees of freedom. */
const T_QUANTILES: readonly number[] = [
  12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139, 2.200985,
  2.178813, 2.160369, 2.144787, 2.13145, 2.119905, 2.109816, 2.100922, 2.093024, 2.085963, 2.079614, 2.073873, 2.068658,
  2.063899, 2.059539, 2.055529, 2.051831, 2.048407, 2.04523, 2.042272,
];

/**
 * Returns the 97.5% point of Student's t distribution. Up to 30 degrees of freedom it comes from a table, above that
 * from expansion 26.7.5 of M. Abramowitz and I. Stegun, "Handbook of Mathematical Functions" (1964), which is exact to
 * six digits in that range.
 */
export function computeTQuantile(freedom: number): number {
  const tableValue = T_QUANTILES[freedom - 1];
  if (tableValue !== undefined) return tableValue;
  const [first, second, third] = [
    (Z_95 ** 3 + Z_95) / 4,
    (5 * Z_95 ** 5 + 16 * Z_95 ** 3 + 3 * Z_95) / 96,
    (3 * Z_95 ** 7 + 19 * Z_95 ** 5 + 17 * Z_95 ** 3 - 15 * Z_95) / 384,
  ];
  return Z_95 + first / freedom + second / freedom ** 2 + third / freedom ** 3;
}
