import { describe, expect, it } from 'vitest'
import { gatewayOf, payment_sources } from './gateway-list.ts'
import { method_names } from './method-names.ts'
import { card_brands, methodOf, sourceOf, top_up_values, topUpValueOf } from './methods.ts'
import { customAddress, offeredMethods, type PaymentMethodsConfig } from './payment-methods.ts'

const on = { is_on: true, is_complete: true, limit: 20_000_00 }
const payfast = { ...on, methods: ['eft'] }
const bobpay = {
  ...on,
  limit: 50_000_00,
  methods: ['credit-card', 'instant-eft', 'manual-eft', 'capitec-pay', 'pay-shap', 'scan-to-pay'],
}
const stitch = { ...on, limit: 50_000_00, methods: ['stitch'] }
const everything: PaymentMethodsConfig = {
  gateways: { payfast, bobpay, stitch },
  hide_manual_eft_for_shipments: true,
  has_own_eft: true,
  custom_name: 'Our till',
}
const keys = (purpose: 'topup' | 'shipment', config: PaymentMethodsConfig) =>
  offeredMethods(purpose, config).map(({ key }) => key)

describe('payment method names', () => {
  it('[PAY-001] [PAY-002] match the specification', () => {
    expect([...method_names].toSorted()).toEqual([
      'capitec-pay',
      'credit-card',
      'eft',
      'instant-eft',
      'manual-eft',
      'pay-shap',
      'scan-to-pay',
      'stitch',
    ])
  })

  it('[PAY-003] match the specification for payment sources', () => {
    expect(payment_sources).toEqual([
      'payfast',
      'payfast-topup',
      'bobpay',
      'bobpay-topup',
      'manual',
      'stitch',
      'stitch-topup',
    ])
    const made = (['payfast', 'bobpay', 'stitch'] as const).flatMap((gateway) => [
      sourceOf(gateway, 'shipment'),
      sourceOf(gateway, 'topup'),
    ])
    expect(made).toEqual(payment_sources.filter((source) => source !== 'manual'))
  })

  it('[PAY-004] match the specification for top-up values, each mapped to a method', () => {
    expect(top_up_values).toEqual([
      'bob_pay_saved_credit_card',
      'bob_pay_credit_card',
      'instant_eft',
      'manual_eft',
      'custom',
    ])
    expect(top_up_values.map(methodOf)).toEqual([
      'credit-card',
      'credit-card',
      'instant-eft',
      'manual-eft',
      null,
    ])
    expect(topUpValueOf('credit-card')).toBe('bob_pay_credit_card')
    expect(topUpValueOf('credit-card', true)).toBe('bob_pay_saved_credit_card')
    expect(method_names.map((name) => methodOf(topUpValueOf(name)))).toEqual([...method_names])
    expect(methodOf('cheque')).toBeNull()
  })

  it('[PAY-011] include four card schemes for the logos', () => {
    expect(card_brands).toEqual(['Visa', 'Mastercard', 'American Express', 'Diners Club'])
  })
})

describe('offered payment methods', () => {
  it('[PAY-007] offer a card as the method called Card, through Bob Pay', () => {
    expect(offeredMethods('topup', everything)[0]).toMatchObject({
      key: 'credit-card',
      label: 'Card',
      gateway: 'bobpay',
    })
  })

  it('[PAY-006] include all methods for a top-up, in the specified order', () => {
    expect(keys('topup', everything)).toEqual([
      'credit-card',
      'instant-eft',
      'manual-eft',
      'capitec-pay',
      'pay-shap',
      'scan-to-pay',
      'eft',
      'stitch',
      'custom',
    ])
  })

  it('[PAY-009] include manual EFT and the custom payment page only for top-ups', () => {
    const shipment = keys('shipment', everything)
    expect(shipment).not.toContain('manual-eft')
    expect(shipment).not.toContain('custom')
    expect(shipment).toHaveLength(7)
  })

  it('[PAY-010] include manual EFT through Bob Pay for a shipment when the company does not hide it', () => {
    const shown = { ...everything, hide_manual_eft_for_shipments: false }
    expect(offeredMethods('shipment', shown).find(({ key }) => key === 'manual-eft')?.gateway).toBe('bobpay')
    expect(offeredMethods('topup', everything).find(({ key }) => key === 'manual-eft')?.gateway).toBeNull()
  })

  it('[PAY-013] include only methods that are active at their gateway', () => {
    const some = { ...bobpay, methods: ['instant-eft', 'capitec-pay'] }
    const offered = keys('topup', { ...everything, gateways: { payfast, bobpay: some, stitch } })
    expect(offered).not.toContain('pay-shap')
    expect(offered).not.toContain('credit-card')
    expect(offered).toContain('instant-eft')
    const none = { ...bobpay, methods: [] }
    expect(keys('shipment', { ...everything, gateways: { payfast, bobpay: none, stitch } })).toEqual([
      'eft',
      'stitch',
    ])
  })

  it('[PAY-014] require an enabled gateway with complete credentials', () => {
    const off = { is_on: false }
    const half = { is_complete: false }
    expect(
      keys('shipment', {
        ...everything,
        gateways: { payfast: { ...payfast, ...off }, bobpay: { ...bobpay, ...off }, stitch },
      }),
    ).toEqual(['stitch'])
    expect(
      keys('shipment', {
        ...everything,
        gateways: {
          payfast: { ...payfast, ...half },
          bobpay: { ...bobpay, ...half },
          stitch: { ...stitch, ...half },
        },
      }),
    ).toEqual([])
  })

  it('name the gateway of every method', () => {
    expect(method_names.map(gatewayOf)).toEqual([
      ...Array.from({ length: 6 }, () => 'bobpay'),
      'payfast',
      'stitch',
    ])
  })

  it('[PAY-022] have the limit of their gateway for a top-up and none for a shipment', () => {
    const limits = Object.fromEntries(
      offeredMethods('topup', everything).map(({ key, limit }) => [key, limit]),
    )
    expect(limits).toMatchObject({
      eft: 20_000_00,
      'credit-card': 50_000_00,
      'manual-eft': null,
      custom: null,
    })
    expect(offeredMethods('shipment', everything).every(({ limit }) => limit === null)).toBe(true)
  })
})

it('[PAY-008] fills the URL of a custom payment page with escaped payment values', () => {
  const values = { account_code: 'OVB 014', amount: '200.00', email: 'a@b.example', reference: 'OVB014' }
  expect(customAddress('https://pay.example/{account_code}?a={amount}&e={email}&x={other}', values)).toBe(
    'https://pay.example/OVB%20014?a=200.00&e=a%40b.example&x={other}',
  )
})
