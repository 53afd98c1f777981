import { expect, it } from 'vitest'
import { niceSteps } from './nice-steps.ts'

it('places grid lines at round values from zero', () => {
  expect(niceSteps(100)).toEqual([0, 25, 50, 75, 100])
  expect(niceSteps(7)).toEqual([0, 2, 4, 6, 8])
  expect(niceSteps(0.3)).toEqual([0, 0.1, 0.2, 0.3, 0.4])
  expect(niceSteps(12_345)).toEqual([0, 5000, 10_000, 15_000, 20_000])
  expect(niceSteps(0)).toEqual([0, 1])
})
