import { describe, expect, it } from 'vitest'
import { problemsOn, readStep, stepOf } from './booking-steps.ts'

describe('booking steps on phones', () => {
  it('assigns each field to a step', () => {
    expect(stepOf('delivery_contact.email')).toBe('where')
    expect(stepOf('collection_address')).toBe('where')
    expect(stepOf('parcels.0.submitted_weight_kg')).toBe('what')
    expect(stepOf('dangerous_goods_confirmed')).toBe('what')
    expect(stepOf('collection_window')).toBe('pay')
    expect(stepOf('service_level_code')).toBe('pay')
  })
  it('counts only the problems of the given step', () => {
    const problems = [
      { field: 'collection_address', message: '' },
      { field: 'service_level_code', message: '' },
    ]
    expect(problemsOn('where', problems)).toHaveLength(1)
    expect(problemsOn('what', problems)).toEqual([])
  })
  it('uses the first step when the step is unknown', () => {
    expect(readStep('nonsense')).toBe('where')
    expect(readStep('pay')).toBe('pay')
  })
})
