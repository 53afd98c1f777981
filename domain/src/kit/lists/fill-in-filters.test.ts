import { describe, expect, it } from 'vitest'
import { helpFilters } from './fill-in-filters.ts'

describe('list filter preparation', () => {
  it('[REP-011] sets start_date, date and from_invoice_date to the start of their day in South Africa', () => {
    const start = new Date('2027-03-01T00:00:00+02:00')
    const day = '2027-03-01'
    expect(helpFilters({ start_date: day, date: day, from_invoice_date: day })).toEqual({
      start_date: start,
      date: start,
      from_invoice_date: start,
    })
  })

  it('[REP-012] sets end_date and to_invoice_date to the end of their day in South Africa', () => {
    const end = new Date('2027-03-01T23:59:59.999+02:00')
    expect(helpFilters({ end_date: '2027-03-01', to_invoice_date: '2027-03-01' })).toEqual({
      end_date: end,
      to_invoice_date: end,
    })
  })

  it('[REP-013] [REP-014] wraps search, name, reference, email, phone and address texts in %', () => {
    for (const name of ['search', 'name', 'reference', 'customer_reference', 'email', 'phone', 'address'])
      expect(helpFilters({ [name]: 'Aloe' }), name).toEqual({ [name]: '%Aloe%' })
    expect(helpFilters({ search: '%Aloe%' })).toEqual({ search: '%Aloe%' })
  })

  it('leaves other fields unchanged and turns an empty text into undefined', () => {
    expect(
      helpFilters({ status: 'at-hub', account_id: 7, search: '', start_date: undefined, email: null }),
    ).toEqual({
      status: 'at-hub',
      account_id: 7,
      search: undefined,
      start_date: undefined,
      email: null,
    })
  })
})
