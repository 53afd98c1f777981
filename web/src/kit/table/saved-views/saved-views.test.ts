import { describe, expect, it } from 'vitest'
import { viewNameProblem } from './saved-views.ts'

describe('viewNameProblem', () => {
  const views = [{ label: 'All' }, { label: 'Late ones' }]

  it.each([
    ['', 'Give the view a name.'],
    ['   ', 'Give the view a name.'],
    ['All', 'There is already a view called “All”. Choose another name.'],
    [' late ONES', 'There is already a view called “Late ones”. Choose another name.'],
    ['Late', null],
  ])('checks the name %j and returns %s', (name, problem) => {
    expect(viewNameProblem(name, views)).toBe(problem)
  })
})
