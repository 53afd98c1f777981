import { describe, expect, it } from 'vitest'
import { shipment_statuses } from '../shipments/statuses/status.ts'
import { holdInboxText, isInboxStatus, shipmentInboxText } from './inbox-texts.ts'

const shipment = { reference: 'K7M2QX', message: 'Nobody at home', from: 'Epping, Cape Town', to: 'Rosebank' }

describe('inbox message texts', () => {
  it('describes a failed delivery with its reason, route and next step', () => {
    const words = shipmentInboxText('delivery-failed-attempt', shipment)
    expect(words?.subject).toBe('K7M2QX: we could not deliver')
    expect(words?.text).toContain('Nobody at home')
    expect(words?.text).toContain('From Epping, Cape Town to Rosebank.')
    expect(words?.text).toContain('We will try again.')
  })

  it('has texts only for statuses that need action', () => {
    expect(shipment_statuses.filter(isInboxStatus).toSorted()).toEqual([
      'collection-exception',
      'collection-failed-attempt',
      'delivery-exception',
      'delivery-failed-attempt',
      'on-hold',
      'returned-to-sender',
      'undeliverable',
    ])
    expect(shipmentInboxText('delivered', shipment)).toBeNull()
    for (const status of shipment_statuses.filter(isInboxStatus))
      expect(shipmentInboxText(status, { ...shipment, message: '' })?.text, status).toMatch(/^[A-Z].*\.\n\n/)
  })

  it('states whom to contact about a hold', () => {
    expect(holdInboxText(true, 'help@fynbos.example').text).toContain('or contact help@fynbos.example.')
    expect(holdInboxText(true, '').text).toContain('or contact us.')
    expect(holdInboxText(false, '').subject).toBe('Your account is no longer on hold')
  })
})
