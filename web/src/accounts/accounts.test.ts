import { registration_fields, internal_account_fields } from '@waybill/domain/accounts/settings'
import { systemActor, type Actor } from '@waybill/domain/kit/actor'
import { describe, expect, it } from 'vitest'
import { account_types } from '@waybill/domain/accounts/model'
import { account_type_labels, accountState, cardText } from './account-state.ts'
import {
  emptyAccount,
  newAccountInput,
  newAccountProblems,
  type NewAccountEdit,
} from './pages/account-new.ts'
import { settingsEdit, settingsToSave } from './account-settings/account-settings-edit.ts'
import { displayAnswer, answersOf, changedAnswers } from './details/custom-values.ts'
import { readTags, tagsText } from './tags-text.ts'

const staff: Actor = { ...systemActor(1), kind: 'user' }
const rules = {
  registration_fields: registration_fields.default,
  internal_account_fields: internal_account_fields.default,
  account_invoice_frequency_options: ['monthly'] as const,
}
const empty = emptyAccount('postpaid', 'New', answersOf(internal_account_fields.default, null))
const full: NewAccountEdit = {
  ...empty,
  name: 'Karoo Candles',
  default_collection_address: {
    ...empty.default_collection_address,
    address: { ...empty.default_collection_address.address, local_area: 'Epping' },
  },
  first_user: { name: 'Anika', email: 'anika@karoo.example', username: '' },
}

describe('display of an account', () => {
  const account = { status: 'open', is_on_hold: false, derived_status: 'active' } as const
  it.each([
    [account, 'Active', 'green'],
    [{ ...account, derived_status: 'overdue' }, 'Overdue', 'red'],
    [{ ...account, derived_status: 'inactive' }, 'Inactive', 'grey'],
    [{ ...account, derived_status: 'overdue', is_on_hold: true }, 'On hold', 'red'],
    [{ ...account, status: 'closed', is_on_hold: true }, 'Closed', 'grey'],
  ] as const)(
    '[ACC-005] [ACC-006] [STAT-063] [STAT-064] %j has the label %s in %s',
    (facts, label, family) => {
      expect(accountState(facts)).toEqual({ label, family })
    },
  )
  it('[ACC-004] has a label for each account type', () => {
    expect(account_types.map((type) => account_type_labels[type])).toEqual(['Prepaid', 'Postpaid', 'Guest'])
  })
  it('[ACC-003] displays a saved card by its type and last digits', () => {
    const card = { saved_card_id: '7', card_pan: '************1111', card_association: 'American Express' }
    expect(cardText(card)).toBe('American Express ending in 1111')
  })
})

describe('new account form', () => {
  it('[ACC-012] sends the entered values and omits empty ones, so that the company’s defaults apply', () => {
    const input = newAccountInput({
      ...full,
      answers: { salesperson: 'Sipho', industry: '' },
      credit_limit: 0,
    })
    expect(input).toMatchObject({
      name: 'Karoo Candles',
      account_type: 'postpaid',
      credit_limit: 0,
      tags: ['New'],
      custom_fields: { salesperson: 'Sipho' },
      first_user: { email: 'anika@karoo.example' },
    })
    for (const field of [
      'account_code',
      'payment_terms',
      'invoice_frequency',
      'current_rate_group_id',
    ] as const)
      expect(input[field]).toBeUndefined()
    expect(input.first_user.username).toBeUndefined()
  })

  it('[ACC-012] reports missing and invalid fields in the order of the form', () => {
    expect(newAccountProblems(staff, full, rules)).toEqual([])
    const fields = newAccountProblems(staff, { ...empty, tracking_prefix: 'A-B' }, rules).map(
      ({ field }) => field,
    )
    expect(fields).toEqual([
      'name',
      'tracking_prefix',
      'default_collection_address.address',
      'first_user.name',
      'first_user.email',
    ])
  })
})

describe('account settings form', () => {
  const stored = new Map<string, unknown>([
    ['auto_add_address_book', false],
    ['parcel_categories', ['Books', 'Toys']],
    ['collection_time_from', '09:00'],
    ['default_label_format', 'gold'],
  ])
  it('[ACC-017] displays the stored values and leaves invalid ones empty', () => {
    expect(settingsEdit(stored)).toEqual({
      auto_add_address_book: 'false',
      default_label_format: null,
      parcel_categories: 'Books\nToys',
      collection: { from: '09:00', to: '' },
      delivery: { from: '', to: '' },
    })
  })
  it('[ACC-015] sends the account’s own address book value, or null to use the company’s', () => {
    const before = settingsEdit(stored)
    expect(settingsToSave(before, { ...before, auto_add_address_book: 'true' })).toEqual([
      { key: 'auto_add_address_book', value: 'true' },
    ])
    expect(settingsToSave(before, { ...before, auto_add_address_book: null })).toEqual([
      { key: 'auto_add_address_book', value: null },
    ])
  })
  it('[ACC-016] [ACC-017] sends only changed settings, lists as arrays, and null for cleared values', () => {
    const before = settingsEdit(stored)
    const after = { ...before, parcel_categories: ' Books \n\nMaps', collection: { from: '', to: '17:00' } }
    expect(settingsToSave(before, before)).toEqual([])
    expect(settingsToSave(before, after)).toEqual([
      { key: 'parcel_categories', value: ['Books', 'Maps'] },
      { key: 'collection_time_from', value: null },
      { key: 'collection_time_to', value: '17:00' },
    ])
  })
})

describe('custom field answers and tags', () => {
  const fields = [
    { ...internal_account_fields.default[0]!, key: 'salesperson' },
    { ...internal_account_fields.default[0]!, key: 'contract', type: 'checkbox' as const },
  ]
  it('[ACC-002] converts answers by field type and sends only changed ones', () => {
    const before = answersOf(fields, { salesperson: 'Sipho', contract: true })
    expect(before).toEqual({ salesperson: 'Sipho', contract: true })
    expect(changedAnswers(before, { salesperson: '', contract: false })).toEqual({
      salesperson: '',
      contract: '',
    })
    expect(changedAnswers(before, before)).toEqual({})
    expect([displayAnswer(true), displayAnswer('x'), displayAnswer(''), displayAnswer(7)]).toEqual([
      'Yes',
      'x',
      null,
      '7',
    ])
  })
  it('parses and formats tags separated by commas', () => {
    expect(readTags('Key, key , Retail,')).toEqual(['Key', 'Retail'])
    expect(tagsText(['Key', 'Retail'])).toBe('Key, Retail')
  })
})
