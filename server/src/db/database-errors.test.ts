import { Problem } from '@waybill/domain/kit/problem'
import { describe, expect, it } from 'vitest'
import { problemOf } from './database-errors.ts'

describe('errors of the database', () => {
  it.each([
    ['40P01', 'a deadlock that every repeat had'],
    ['40001', 'a serialization failure that every repeat had'],
    ['25P03', 'a transaction that waited too long for its next statement'],
    ['25P04', 'a transaction that took too long'],
    ['57014', 'a statement that took too long'],
    ['57P01', 'a server that is shut down'],
    ['53300', 'a server without a free connection'],
  ])('%s, %s, asks the caller to repeat the call', (code) => {
    const found = problemOf(Object.assign(new Error('the text of the database'), { code }))
    expect(found).toBeInstanceOf(Problem)
    expect(found).toMatchObject({ kind: 'unavailable', retry_after_s: expect.any(Number) })
    expect((found as Problem).message).not.toContain('the text of the database')
  })

  it('returns any other error unchanged', () => {
    const error = new Error('a fault in the program')
    expect(problemOf(error)).toBe(error)
  })
})
