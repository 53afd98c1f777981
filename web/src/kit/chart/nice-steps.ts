/** Returns the values of the grid lines: from zero in four equal round steps to at least `greatest`. */
export function niceSteps(greatest: number): readonly number[] {
  if (greatest <= 0) return [0, 1]
  const rough = greatest / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((one) => one * power >= rough) ?? 10) * power
  return [0, 1, 2, 3, 4].map((times) => Number((times * step).toPrecision(12)))
}
