import { describe, expect, it } from 'vitest'
import { viewNameProblem } from './saved-views.ts'

describe('the name of a saved view', () => {
  const views = [{ label: 'All' }, { label: 'Late ones' }]

  it.each([
    ['', 'Give the view a name.'],
    ['   ', 'Give the view a name.'],
    ['All', 'There is already a view called “All”. Choose another name.'],
    [' late ONES', 'There is already a view called “Late ones”. Choose another name.'],
    ['Late', null],
  ])('%j: %s', (name, problem) => {
    expect(viewNameProblem(name, views)).toBe(problem)
  })
})
