import { describe, expect, it } from 'vitest'
import { editOf, editProblems, mergeEdits, patchOf, type AccountEdit } from './account-edit.ts'

const base: AccountEdit = {
  name: 'Overberg Books',
  account_code: 'OVB014',
  vat_number: '',
  registration_number: '',
  support_email: '',
  contact_name: 'Accounts',
  contact_mobile: '',
  contact_email: 'accounts@ovb.example',
  branch_id: 2,
  credit_limit: 2_000_000,
  payment_terms: 30,
  payment_terms_from_statement: false,
  invoice_frequency: 'monthly',
  invoice_weekday: 1,
  tags: '',
}

describe('merging concurrent edits of an account', () => {
  it('takes over fields that only the other user changed', () => {
    const { merged, conflicts } = mergeEdits(
      base,
      { ...base, name: 'Overberg' },
      { ...base, payment_terms: 14 },
    )
    expect(merged).toEqual({ ...base, name: 'Overberg', payment_terms: 14 })
    expect(conflicts).toEqual([])
  })

  it('reports a conflict only for fields that both users changed differently', () => {
    const mine = { ...base, credit_limit: 3_000_000 }
    const { conflicts } = mergeEdits(base, mine, { ...base, credit_limit: 1_000_000 })
    expect(conflicts).toEqual([{ key: 'credit_limit', mine: 'R 30,000.00', theirs: 'R 10,000.00' }])
    expect(mergeEdits(base, mine, mine).conflicts).toEqual([])
  })
})

describe('change request of an edited account', () => {
  it('[ACC-001] [ACC-011] contains the changed fields under their API names and the version on which it is based', () => {
    const account = {
      id: 7,
      version: 3,
      name: base.name,
      account_code: base.account_code,
      billing_contact: { name: 'Accounts', mobile_number: '', email: 'accounts@ovb.example' },
      branch_id: 2,
      credit_limit: 2_000_000,
      payment_terms: 30,
      payment_terms_from_statement: false,
      invoice_frequency: 'monthly',
      invoice_frequency_time: 1,
      tags: [],
    } as unknown as Parameters<typeof patchOf>[0]
    expect(editOf(account)).toEqual(base)
    expect(patchOf(account, base)).toEqual({ id: 7, version: 3 })
    expect(
      patchOf(account, {
        ...base,
        credit_limit: 100,
        payment_terms_from_statement: true,
        invoice_frequency: 'weekly',
        invoice_weekday: 5,
        contact_email: 'a@ovb.example',
        tags: 'Key, Retail',
      }),
    ).toEqual({
      id: 7,
      version: 3,
      credit_limit: 100,
      payment_terms_from_statement: true,
      invoice_frequency: 'weekly',
      invoice_frequency_time: 5,
      billing_contact: { name: 'Accounts', mobile_number: '', email: 'a@ovb.example' },
      tags: ['Key', 'Retail'],
    })
  })
})

describe('validation of an edited account', () => {
  it('reports an empty name and an invalid email address', () => {
    const problems = editProblems({ ...base, name: ' ', contact_email: 'a@b.example, nobody' })
    expect(problems.map(({ field }) => field)).toEqual(['name', 'contact_email'])
    expect(problems[1]?.message).toBe('nobody is not an email address.')
    expect(editProblems(base)).toEqual([])
  })
})
