import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readForm } from './payfast/form.ts'
import { payfastApiText, payfastFormText, payfastSignedText } from './payfast/signature.ts'
import { svixSignature } from './stitch/signature.ts'

/**
 * Values that the gateways publish with their signatures. No expected value is computed by code of the product, so that
 * a mistake in signing cannot confirm itself.
 */
const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex')

describe('values published by PayFast', () => {
  // From the unit test of its PHP library for the order of fields.
  const form = {
    merchant_id: '10028084',
    merchant_key: '4hjoenwbwnuso',
    subscription_type: '1',
    m_payment_id: '5',
    amount: '5.00',
    recurring_amount: '5',
    billing_date: '2023-01-01',
    frequency: '3',
    cycles: '0',
    custom_str1: 'U29tZSBUZXN0IFN0cmluZw',
    custom_int1: '1',
    custom_int2: '1',
    custom_str2: 'QW5vdGhlciBUZXN0IFN0cmluZw',
    item_name: 'Test',
    name_last: 'Test',
    name_first: 'Test',
    email_address: 'test@test.com',
    confirmation_address: 'test@test.test',
    email_confirmation: '1',
    return_url: 'https://test.com/billing/success',
    cancel_url: 'https://test.com/billing/cancel',
    notify_url: 'https://test.com/payfast/webhook',
  }

  it('give the published signature of a form, whatever the order of its fields', () => {
    const pairs = Object.entries(form).map(([name, value]) => ({ name, value }))
    expect(md5(payfastFormText(pairs, 'payfastsandbox'))).toBe('3441682c5d8a65486f5b7cc8ce41d146')
    expect(md5(payfastFormText(pairs.toReversed(), 'payfastsandbox'))).toBe(
      '3441682c5d8a65486f5b7cc8ce41d146',
    )
  })

  // From the test of its PHP library for notifications, of a merchant without a passphrase.
  const notification =
    'm_payment_id=000000020&pf_payment_id=1579137&payment_status=COMPLETE&item_name=Order+%23000000020&item_description=&amount_gross=15.00&amount_fee=-2.30&amount_net=12.70&custom_str1=&custom_str2=&custom_str3=&custom_str4=&custom_str5=&custom_int1=&custom_int2=&custom_int3=&custom_int4=&custom_int5=&name_first=Tom&name_last=Tom&email_address=lindley%2Buser1%40appinlet.com&merchant_id=10027938&signature=4078bca2c8987e0e0c4e7230f2f46323'

  it('give the published signature of a notification, and another one after any change', () => {
    const signed = (body: string): string => md5(payfastSignedText(readForm(body) ?? [], ''))
    expect(signed(notification)).toBe('4078bca2c8987e0e0c4e7230f2f46323')
    expect(signed(notification.replace('15.00', '11.00'))).not.toBe('4078bca2c8987e0e0c4e7230f2f46323')
  })

  it('sign API calls in alphabetical order without empty values, as its documentation says', () => {
    const values = {
      version: 'v1',
      'merchant-id': '10000100',
      timestamp: '2020-02-01T12:00:01+02:00',
      reason: '',
    }
    expect(payfastApiText(values, 'passphrase')).toBe(
      'merchant-id=10000100&passphrase=passphrase&timestamp=2020-02-01T12%3A00%3A01%2B02%3A00&version=v1',
    )
  })
})

describe('values published by Svix, which delivers for Stitch', () => {
  it('give the published signature of a delivery', () => {
    const delivery = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: '1614265330',
      body: '{"test": 2432232314}',
    }
    expect(svixSignature(delivery, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toBe(
      'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    )
  })
})
