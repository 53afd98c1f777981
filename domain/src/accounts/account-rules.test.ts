import { describe, expect, it } from 'vitest'
import { systemActor, type Actor } from '../kit/actor.ts'
import { reasonOf } from '../kit/rule-result.ts'
import {
  accountProblems,
  cleanTags,
  guarded_fields,
  mayClose,
  mayCloseOver,
  mayEditField,
  mayReopen,
  owner_fields,
  type AccountTerms,
} from './account-rules.ts'
import { Account, SavedCard, pod_methods, type ParcelType } from './account.ts'
import { account_setting_rules, accountSettingRule, storedValue } from './account-settings.ts'
import { chosenCostCentre, costCentreProblem } from './cost-centres.ts'
import { mergedAnswers, visibleAnswers } from './custom-fields.ts'
import { hold_reasons, holdReasonOf, isAutomaticHold } from './hold-reasons.ts'
import { AccountPatch } from './model.ts'
import { offeredParcelTypes, podMethodFor } from './precedence.ts'
import { isChangeDue, priceListOn } from './price-list-change.ts'
import { internal_account_fields, registration_fields } from './settings.ts'
import { isVip } from './vip.ts'

const staff = (...permissions: string[]): Actor => ({ ...systemActor(1), kind: 'user', permissions })
const owner: Actor = { ...staff(), role_id: 5, account_id: 7, kind: 'user' }
const rules = {
  registration_fields: registration_fields.default,
  internal_account_fields: internal_account_fields.default,
  account_invoice_frequency_options: ['monthly', 'weekly'] as const,
}

describe('account fields', () => {
  it('[ACC-002] include the expected account and change fields', () => {
    const shape = Object.keys(Account.shape)
    for (const field of [
      'name',
      'billing_contact',
      'support_email',
      'pod_method',
      'account_billing_card_information',
    ])
      expect(shape).toContain(field)
    expect(Object.keys(AccountPatch.shape)).toContain('parcel_types')
  })

  it('[ACC-003] returns only the card fields that a customer needs to choose a card', () => {
    expect(Object.keys(SavedCard.shape)).toEqual(['saved_card_id', 'card_pan', 'card_association'])
  })

  it.each(owner_fields)('[ACC-011] lets the account owner change %s', (field) => {
    expect(mayEditField(owner, field)).toBe(true)
  })

  it.each(Object.entries(guarded_fields))(
    '[ACC-011] %s requires a specific staff permission and is closed to the owner',
    (field, { needs }) => {
      expect(reasonOf(mayEditField(staff('API_/accounts:PATCH'), field))).toContain(needs)
      expect(mayEditField(staff(needs), field)).toBe(true)
      expect(reasonOf(mayEditField(owner, field))).toMatch(/^Only the courier company may change/)
    },
  )

  it.each<[AccountTerms, string | null]>([
    [{ name: 'Overberg Books', account_code: 'OVB014', credit_limit: 0, payment_terms: 0 }, null],
    [{ account_code: 'A' }, 'account_code'],
    [{ account_code: 'A B' }, 'account_code'],
    [{ invoice_frequency: 'weekly' }, null],
    [{ invoice_frequency: 'daily' }, 'invoice_frequency'],
    [{ billing_contact: { mobile_number: '12' } }, 'billing_contact.mobile_number'],
    [{ billing_contact: { email: 'a@b.example; c@d.example' } }, null],
    [{ custom_fields: { monthly_volume: '1–20' } }, null],
    [{ custom_fields: { monthly_volume: 'many' } }, 'custom_fields.monthly_volume'],
    [{ custom_fields: { nobody_asked: 1 } }, 'custom_fields.nobody_asked'],
    [{ cost_centers: [{ name: 'A' }, { name: 'B', code: 'x' }] }, null],
    [
      {
        cost_centers: [
          { name: 'A', code: 'x' },
          { name: 'B', code: 'X' },
        ],
      },
      'cost_centers.1.code',
    ],
    [{ parcel_types: [{ name: '' }] }, 'parcel_types.0.name'],
    [{ parcel_types: [{ name: 'A', height: -1 }] }, 'parcel_types.0.height'],
    [{ tags: Array.from({ length: 21 }, (_, at) => `t${at}`) }, 'tags'],
  ])('[ACC-001] %j gives a problem in the field %s', (terms, field) => {
    expect(accountProblems(staff(), terms, rules)[0]?.field ?? null).toBe(field)
  })

  it('stores each tag once, trimmed', () => {
    expect(cleanTags([' Key ', 'key', '', 'Retail'])).toEqual(['Key', 'Retail'])
  })
})

describe('custom field answers', () => {
  const values = { vat_number: '4', salesperson: 'Sipho', forgotten: 'x' }
  it('[ACC-002] shows all answers to staff and only the visible ones to the account', () => {
    expect(visibleAnswers(staff(), values, rules)).toEqual(values)
    expect(visibleAnswers(owner, values, rules)).toEqual({ vat_number: '4' })
  })
  it('[ACC-002] removes an answer when an empty value is sent', () => {
    expect(mergedAnswers(values, { salesperson: '', forgotten: null, more: 1 })).toEqual({
      vat_number: '4',
      more: 1,
    })
  })
})

describe('closing and reopening an account', () => {
  const may = staff('INLINE_close_account')
  const account = { account_type: 'postpaid', status: 'open', balance: 0 }
  it.each([
    [account, null],
    [{ ...account, account_type: 'guest' }, /^The guest account/],
    [{ ...account, status: 'closed' }, /already closed/],
    [{ ...account, balance: -1 }, /^The account owes R 0\.01\. Record the payment or write it off/],
    [{ ...account, balance: 12_300 }, /^The account has R 123\.00 in credit\. Refund it/],
  ])('[ACC-012] %j gives the reason %s', (facts, sentence) => {
    const reason = reasonOf(mayClose(may, facts))
    if (sentence === null) expect(reason).toBeNull()
    else expect(reason).toMatch(sentence)
  })
  it('[ACC-012] requires INLINE_close_account and no active shipments', () => {
    expect(reasonOf(mayClose(staff(), account))).toMatch(/INLINE_close_account/)
    expect(reasonOf(mayReopen(owner, { status: 'closed' }))).toMatch(/INLINE_close_account/)
    expect(mayReopen(may, { status: 'closed' })).toBe(true)
    expect(mayCloseOver(0)).toBe(true)
    expect(reasonOf(mayCloseOver(1))).toMatch(/^One shipment is still active/)
    expect(reasonOf(mayCloseOver(1200))).toMatch(/^1,200 shipments are still active/)
  })
})

describe('account hold reasons', () => {
  it.each([
    [{ is_on_hold: false, hold_reason: 'overdue' }, null],
    [{ is_on_hold: true, hold_reason: null }, 'manual'],
    [{ is_on_hold: true, hold_reason: 'something old' }, 'manual'],
    [{ is_on_hold: true, hold_reason: 'over_limit' }, 'over_limit'],
  ] as const)('[ACC-007] %j has the hold reason %s', (account, reason) => {
    expect(holdReasonOf(account)).toBe(reason)
  })
  it('[ACC-007] treats only overdue and over_limit as automatic', () => {
    expect(hold_reasons.filter(isAutomaticHold)).toEqual(['overdue', 'over_limit'])
  })
})

describe('precedence of shipment, account and company values', () => {
  const [pin, grv] = pod_methods
  it.each([
    [grv, pin, pin, true, grv],
    [grv, pin, pin, false, pin],
    [undefined, grv, pin, true, grv],
    [undefined, null, grv, true, grv],
    [pin, null, grv, false, grv],
  ] as const)(
    '[ACC-009] shipment %s, account %s, company %s, may choose %s: uses %s',
    (one, two, three, may, result) => {
      expect(podMethodFor(one, two, three, may)).toBe(result)
    },
  )

  const type = (name: string, isDefault = false): ParcelType => ({
    name,
    length: null,
    width: null,
    height: null,
    weight: null,
    declared_value: null,
    is_default: isDefault,
  })
  it('[ACC-009] lists the account’s parcel types first, then the company’s types with other names', () => {
    const company = [type('Flyer', true), type('Box')]
    expect(offeredParcelTypes(null, company)).toEqual(company)
    expect(offeredParcelTypes([type('Crate'), type('box')], company).map(({ name }) => name)).toEqual([
      'Crate',
      'box',
      'Flyer',
    ])
    const usual = (own: ParcelType[]) =>
      offeredParcelTypes(own, company)
        .filter(({ is_default }) => is_default)
        .map(({ name }) => name)
    expect(usual([type('Crate', true)])).toEqual(['Crate'])
    expect(usual([type('Crate')])).toEqual(['Flyer'])
  })
})

describe('planned price list', () => {
  const plan = { rate_group_id: 1, next_rate_group_id: 2, next_rate_group_date: '2026-12-01' }
  it.each([
    ['2026-11-30', 1],
    ['2026-12-01', 2],
    ['2027-01-01', 2],
  ])('[ACC-022] on %s uses price list %i', (day, id) => {
    expect(priceListOn(plan, day)).toBe(id)
    expect(isChangeDue(plan, day)).toBe(id === 2)
  })
  it('[ACC-022] uses the current price list when no change is planned', () => {
    expect(priceListOn({ ...plan, next_rate_group_id: null, next_rate_group_date: null }, '2030-01-01')).toBe(
      1,
    )
  })
})

describe('cost centres of a booking', () => {
  const centres = [
    { id: 1, name: 'Sales', code: 'S1', is_active: true },
    { id: 2, name: 'Old', code: undefined, is_active: false },
  ]
  const on = { enable_cost_centers: true, cost_center_required: true, cost_center_label: 'Department' }
  it.each([
    [owner, {}, on, 'Department is required.'],
    [owner, {}, { ...on, cost_center_required: false }, null],
    [owner, {}, { ...on, enable_cost_centers: false }, null],
    [staff(), {}, on, null],
    [{ ...owner, kind: 'api-key' as const }, {}, on, null],
    [owner, { cost_center_id: 1 }, on, null],
    [
      owner,
      { cost_center_id: 2 },
      on,
      'Department 2 does not belong to this account. Choose one from the list.',
    ],
    [
      staff(),
      { cost_center_id: 9 },
      on,
      'Department 9 does not belong to this account. Choose one from the list.',
    ],
  ])('[ACC-027] case %#: gives the message %s', (actor, choice, settings, message) => {
    expect(costCentreProblem(actor, centres, choice, settings)?.message ?? null).toBe(message)
  })
  it('[ACC-027] finds an active cost centre by id, by name and by code', () => {
    for (const choice of [
      { cost_center_id: 1 },
      { cost_center: { name: 'sales' } },
      { cost_center: { name: 's1' } },
    ])
      expect(chosenCostCentre(centres, choice)?.id).toBe(1)
    expect(chosenCostCentre(centres, { cost_center: { name: 'Old' } })).toBeUndefined()
  })
  it('[ACC-027] requires no cost centre when the account has no active one', () => {
    expect(costCentreProblem(owner, centres.slice(1), {}, on)).toBeNull()
  })
})

describe('account settings', () => {
  it('[ACC-017] accepts listed keys in any case and stores only valid values', () => {
    expect(accountSettingRule(' Default_Label_Format ')?.key).toBe('default_label_format')
    expect(accountSettingRule('vat_percentage')).toBeUndefined()
    const stored = (key: string, value: unknown) => {
      const rule = accountSettingRule(key)
      return rule ? storedValue(rule, value) : undefined
    }
    expect(stored('auto_add_address_book', 'Y')).toBe('true')
    expect(stored('parcel_categories', ['Books'])).toBe('["Books"]')
    expect(stored('collection_time_from', '08:00')).toBe('08:00')
    expect(stored('default_label_format', 'gold')).toBeNull()
  })
  it('[ACC-016] include parcel categories, which override the company’s list', () => {
    expect(account_setting_rules.find(({ key }) => key === 'parcel_categories')?.overrides_provider).toBe(
      true,
    )
  })
})

describe('VIP accounts', () => {
  it('[SET-092] are matched by account code in any case', () => {
    expect(isVip('ovb014', { vip_accounts: [' OVB014 '] })).toBe(true)
    expect(isVip('OVB015', { vip_accounts: ['OVB014'] })).toBe(false)
  })
})
