import type { SavedCard, OfferedMethod } from '@waybill/domain/payments/model'
import { describe, expect, it } from 'vitest'
import { ApiError, sentenceOf } from '../../kit/api/index.ts'
import { newChoice, choicesOf, firstChoice } from './ways-to-pay.ts'
import { redirectOf } from '../start-payment.ts'

const method = (key: OfferedMethod['key']): OfferedMethod => ({
  key,
  label: key,
  hint: '',
  gateway: 'bobpay',
  limit: null,
  has_cards: false,
})
const card: SavedCard = {
  id: 7,
  gateway: 'bobpay',
  last_digits: '4242',
  association: 'Visa',
  expiry: '12/29',
  is_default: true,
}

describe('payment choices', () => {
  it('list the balance, saved cards when cards are accepted, and the methods in order', () => {
    const methods = [method('credit-card'), method('instant-eft')]
    const balance = { available: 100, rejection: null }
    expect(choicesOf(methods, [card], balance).map(({ key }) => key)).toEqual([
      'balance',
      'card-7',
      'credit-card',
      'instant-eft',
    ])
    expect(choicesOf([method('instant-eft')], [card]).map(({ key }) => key)).toEqual(['instant-eft'])
  })

  it('preselect the first usable choice', () => {
    const short = { available: 0, rejection: 'Insufficient funds. Please top up your account.' }
    expect(firstChoice(choicesOf([method('eft')], [], short))).toBe('eft')
    expect(firstChoice([])).toBe('')
  })

  it('[PAY-020] start with an empty CVV and without saving a card', () => {
    expect(newChoice('eft')).toEqual({ key: 'eft', cvv: '', save_card: false })
  })
})

describe('redirect response of a gateway payment', () => {
  const redirectText = (answer: Parameters<typeof redirectOf>[0]): string | null => {
    try {
      return redirectOf(answer)
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(ApiError)
      return sentenceOf(thrown)
    }
  }
  it('[PAY-058] gives the redirect URL, or an error with the response’s message when there is none', () => {
    expect(redirectText({ data: { redirect_url: 'https://pay.example/1' } })).toBe('https://pay.example/1')
    expect(redirectText({ message: 'the gateway is closed' })).toBe('The gateway is closed.')
    expect(redirectText({ error: 'no such card' })).toBe('No such card.')
    expect(redirectText({})).toBe('Something went wrong. Try again.')
  })
})
