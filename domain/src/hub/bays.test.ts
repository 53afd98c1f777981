import { expect, it } from 'vitest'
import { baysOf } from './bays.ts'
import type { Bay } from './settings.ts'

it('lists the bays bound to the branch or to every branch, then the bays of the branch itself, each once', () => {
  const bay = (code: string, branch: string) => ({ code, branch }) as Bay
  const bound = [bay('A1', ''), bay('B1', 'JHB'), bay('C1', 'CPT')]
  expect(baysOf({ name: 'JHB', bays: ['B1', 'D1'] }, bound)).toEqual(['A1', 'B1', 'D1'])
  expect(baysOf(undefined, bound)).toEqual(['A1'])
})
