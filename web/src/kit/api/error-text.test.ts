import { describe, expect, it } from 'vitest'
import { answerText, errorText, sentenceOf } from './error-text.ts'

describe('what a failure says', () => {
  it('[ERR-001] takes the text from message, else from error', () => {
    expect(answerText('{"message":"No such account","error":"x"}')).toBe('No such account')
    expect(answerText('{"error":"No such account"}')).toBe('No such account')
  })

  it('[ERR-002] reads the whole answer as text when it is no JSON, and never shows markup', () => {
    expect(answerText('gateway is busy')).toBe('gateway is busy')
    expect(answerText('<html><body>502</body></html>')).toBe('')
  })

  it('[ERR-003] [ERR-004] [ERR-005] says nothing of an aborted or repeated request and of a closed account', () => {
    expect(errorText('The user aborted a request.')).toBeNull()
    expect(errorText('Aborted duplicate request')).toBeNull()
    expect(errorText('the account has been closed')).toBeNull()
  })

  it('[ERR-006] [ERR-007] [ERR-008] puts a missing connection into plain words', () => {
    const noConnection = 'There is a problem with your internet connectivity.'
    expect(errorText('service unavailable')).toBe(
      'Service unavailable. Please check your Internet connection.',
    )
    expect(errorText('Failed to fetch')).toBe(noConnection)
    expect(errorText('Load failed')).toBe(noConnection)
  })

  it('[ERR-009] is capitalised and ends in a full stop', () => {
    expect(errorText('driver has left')).toBe('Driver has left.')
  })

  it('[ERR-010] adds a missing full stop and never a second one', () => {
    expect(errorText('Weight is required')).toBe('Weight is required.')
    expect(errorText('Weight is required.')).toBe('Weight is required.')
  })

  it('[ERR-011] compares known texts whole, in any case, without their full stop, and keeps other endings', () => {
    expect(errorText('THE ACCOUNT HAS BEEN CLOSED.')).toBeNull()
    expect(errorText('the account has been closed by Thandi')).toBe('The account has been closed by Thandi.')
    expect(['Really?', 'Stop!', 'These are wrong:'].map(errorText)).toEqual([
      'Really?',
      'Stop!',
      'These are wrong:',
    ])
  })

  it('has a sentence for an empty text', () => {
    expect(errorText('')).toBe('Something went wrong. Try again.')
  })

  it('[API-016] says nothing about an aborted request', () => {
    expect(sentenceOf(new DOMException('gone', 'AbortError'))).toBeNull()
  })
})
