import { createHash } from 'node:crypto'
import { isInRanges } from '@waybill/domain/payments/addresses'
import { describe, expect, it } from 'vitest'
import { bobpayText } from './bobpay/signature.ts'
import { gatewayAmount } from './gateway-amount.ts'
import { payfastId, payfastItem, phpEncoded, readForm } from './payfast/form.ts'
import { payfastNotice } from './payfast/notice.ts'
import {
  payfastApiText,
  payfastFields,
  payfastFormText,
  payfastNoticeText,
  payfastSignedText,
} from './payfast/signature.ts'
import { stitchOutcome } from './stitch/notice.ts'
import { isSvixFresh, svixSignature, svixSignatures } from './stitch/signature.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

const form = [
  { name: 'email_confirmation', value: '0' },
  { name: 'item_name', value: ' Shipment NW3TCM ' },
  { name: 'unknown_field', value: 'x' },
  { name: 'name_first', value: '' },
  { name: 'merchant_id', value: '10000100' },
  { name: 'merchant_key', value: '46f0cd694581a' },
  { name: 'return_url', value: 'https://demo.example.co.za/shipments/success?str=NW3TCM&id=1071' },
  { name: 'cancel_url', value: 'https://demo.example.co.za/shipments/payfast-cancelled?id=1071' },
  { name: 'notify_url', value: 'https://api.example.co.za/billing/payfast/notify' },
  { name: 'm_payment_id', value: '1-1071' },
  { name: 'amount', value: '111.38' },
  { name: 'item_description', value: 'Economy: Menlyn to Olympus AH' },
]

describe('PayFast form', () => {
  it('is signed over its known fields in PayFast’s order, with and without a passphrase', () => {
    expect(md5(payfastFormText(form, ''))).toBe('c39431a868d705c9e4bc423ea0117596')
    expect(md5(payfastFormText(form, 'jt7NOE43FZPn'))).toBe('aca72b49e573c2c99398172c084a68ef')
    expect(payfastFields(form).map(({ name }) => name)).not.toContain('unknown_field')
  })

  it('[PAY-049] builds the payment id from provider, shipment and payment', () => {
    expect(payfastId(1, 55, 1071)).toBe('1-1071-55')
    expect(payfastId(1, 55, null)).toBe('1-55')
  })

  it('truncates name and description to the lengths that PayFast accepts', () => {
    expect(payfastItem('n'.repeat(200), 'd'.repeat(300)).map(({ value }) => value.length)).toEqual([100, 255])
  })

  it('encodes values as PHP does', () => {
    expect(phpEncoded("A b~c!d'e(f)g*h-i_j.k/é")).toBe('A+b%7Ec%21d%27e%28f%29g%2Ah-i_j.k%2F%C3%A9')
  })
})

const form_body =
  'm_payment_id=1-1071&pf_payment_id=1089250&payment_status=COMPLETE&item_name=Shipment+NW3TCM&item_description=&amount_gross=111.38&amount_fee=-2.56&amount_net=108.82&custom_str1=&custom_int1=&name_first=&name_last=&email_address=&merchant_id=10000100'
const signature = '895714c11957adba3f01baaec0977978'

describe('PayFast notification', () => {
  const pairs = readForm(`${form_body}&signature=${signature}&late=1`) ?? []
  it('is signed over the fields before the signature, including blank ones', () => {
    expect(payfastNoticeText(pairs)).toBe(form_body)
    expect(md5(payfastSignedText(pairs, 'jt7NOE43FZPn'))).toBe(signature)
  })

  it('gives the outcome and the amounts in cents', () => {
    expect(payfastNotice(pairs)).toEqual({
      outcome: 'paid',
      amount: 111_38,
      fee: 2_56,
      problem: null,
      token: '',
      custom_id: '1-1071',
      gateway_reference: '1089250',
      signature,
      merchant_id: '10000100',
    })
  })

  it.each([
    ['another amount', form_body.replace('111.38', '11.38')],
    [
      'another order',
      form_body.replace('amount_fee=-2.56&amount_net=108.82', 'amount_net=108.82&amount_fee=-2.56'),
    ],
    ['a field more', form_body.replace('&custom_str1=', '&custom_str1=x')],
    ['a blank field less', form_body.replace('&custom_int1=', '')],
    ['lower-case escapes', form_body.replace('Shipment+NW3TCM', 'Shipment%20NW3TCM') + '%c3%a9'],
  ])('has a different signature with %s', (_, body) => {
    const read = readForm(`${body}&signature=${signature}`) ?? []
    expect(md5(payfastSignedText(read, 'jt7NOE43FZPn'))).not.toBe(signature)
  })

  it.each([
    ['nothing', ''],
    ['a name twice', 'a=1&a=2'],
    ['a broken escape', 'a=%E0%A4%A'],
  ])('does not parse a body with %s', (_, body) => {
    expect(readForm(body)).toBeNull()
  })

  it.each(['payment_status', 'amount_gross', 'm_payment_id', 'pf_payment_id'])(
    'is rejected without %s',
    (name) => {
      expect(payfastNotice(pairs.filter((pair) => pair.name !== name))).toBeNull()
    },
  )
})

it('signs PayFast API calls over headers and passphrase in alphabetical order', () => {
  expect(payfastApiText({ version: 'v1', 'merchant-id': '10000100', date: '2026-03-03' }, 'a b')).toBe(
    'date=2026-03-03&merchant-id=10000100&passphrase=a+b&version=v1',
  )
})

describe('gateway amounts', () => {
  it.each([
    ['200.00', 200_00],
    [200, 200_00],
    ['200.000000', 200_00],
    [null, 0],
    [0, 0],
    [-50, null],
    ['-0.01', null],
    [1e15, null],
    ['1000000000000000', null],
    ['1e3', null],
    ['', null],
    [undefined, null],
    [true, null],
  ])('reads %o as %o cents', (sent, cents) => {
    const read = gatewayAmount.safeParse(sent)
    expect(read.success ? read.data : null).toBe(cents)
  })

  it('reports a PayFast notification with a negative amount as one that must not be posted', () => {
    const pairs = (amount: string) =>
      readForm(
        `m_payment_id=1-2&pf_payment_id=3&payment_status=COMPLETE&amount_gross=${amount}&signature=0123456789abcdef0123456789abcdef`,
      ) ?? []
    expect(payfastNotice(pairs('200.00'))).toMatchObject({ amount: 200_00 })
    expect(payfastNotice(pairs('-200.00'))).toMatchObject({ amount: 0, problem: { reason: 'amount' } })
  })
})

it('signs Bob Pay payments', () => {
  const intent = {
    recipient_account_code: 'DEM001',
    custom_payment_id: '1-1071',
    email: 'jane@example.com',
    mobile_number: '0821234567',
    amount: 111_38,
    item_name: 'Shipment NW3TCM',
    item_description: 'Economy',
    notify_url: 'https://api.example.co.za/billing/bobpay/notify',
    success_url: 'https://demo.example.co.za/topup/success',
    pending_url: 'https://demo.example.co.za/topup/pending',
    cancel_url: 'https://demo.example.co.za/topup/cancelled',
  }
  expect(md5(bobpayText(intent, 'secret'))).toBe('d26c7462bd560adb917c406fb8395c97')
  expect(md5(bobpayText({ ...intent, amount: 111_39 }, 'secret'))).not.toBe(
    'd26c7462bd560adb917c406fb8395c97',
  )
})

describe('Svix deliveries', () => {
  // The example that Svix publishes for testing implementations.
  const delivery = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: '1614265330',
    body: '{"test": 2432232314}',
  }
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  it('are signed over id, time and body; all version 1 signatures of the header are returned', () => {
    expect(svixSignature(delivery, secret)).toBe('g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
    expect(svixSignatures('v1,first v1a,other v1,second')).toEqual(['first', 'second'])
  })

  it('are fresh for five minutes', () => {
    const at = (seconds: number) => new Date((1614265330 + seconds) * 1000)
    expect([0, 300, -300, 301, -301].map((seconds) => isSvixFresh(delivery.timestamp, at(seconds)))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    expect(isSvixFresh('soon', at(0))).toBe(false)
  })

  it('maps Stitch statuses to payment outcomes', () => {
    expect(
      ['completed', 'cancelled', 'expired', 'failed', 'pending', 'new'].map((status) =>
        stitchOutcome({ status }),
      ),
    ).toEqual(['paid', 'cancelled', 'cancelled', 'failed', 'pending', 'pending'])
  })
})

it.each([
  ['197.97.145.144', true],
  ['197.97.145.159', true],
  ['197.97.145.160', false],
  ['::ffff:10.1.2.3', true],
  ['10.1.2.4', false],
  ['not an address', false],
  ['10.1.2', false],
])('checks whether %s is in the ranges: %s', (address, inside) => {
  expect(isInRanges(address, ['197.97.145.144/28', '10.1.2.3', 'nonsense', '1.2.3.4/99'])).toBe(inside)
})
