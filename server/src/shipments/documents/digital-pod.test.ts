import { describe, expect, it } from 'vitest'
import { overlappingWords, pagesOf, textOf } from '../../../dev/test-kit/documents/inspect-pdf.ts'
import { podContentHash, renderDigitalPod } from './digital-pod.ts'
import { samplePod, wordyShipment } from '../../../dev/test-kit/documents/sample-shipment.ts'

describe('digital POD document', () => {
  it('states what was delivered, to whom, when, where and how it was confirmed', async () => {
    const pod = samplePod()
    const text = textOf(await renderDigitalPod(pod))
    const wanted = [
      'KARK7M2QX',
      'K7M2QX',
      'Delivered to Renée Šimic',
      '4 Mar 2025, 17:06',
      '-33.92197, 18.42116',
      'PIN entered',
    ]
    for (const word of [
      ...wanted,
      'Sipho Dlamini',
      'Reception',
      '+27 82 555 0123',
      'PO-48213',
      'Thabo Mokoena',
    ])
      expect(text).toContain(word)
    expect(text).toContain(podContentHash(pod))
  })

  it('shows the PIN mark only if the PIN was used, and states that no signature was taken', async () => {
    const text = textOf(await renderDigitalPod(samplePod({ is_pin_used: false, signature: undefined }, 0)))
    expect(text).not.toContain('PIN entered')
    expect(text).toContain('No signature was taken.')
  })

  it('continues photos on further pages and names a photo that cannot be shown', async () => {
    const photos = [...samplePod({}, 11).photos, { name: 'torn.jpg', bytes: Buffer.from('torn') }]
    const pdf = await renderDigitalPod(samplePod({ photos }))
    expect(pagesOf(pdf).count).toBe(2)
    expect(textOf(pdf)).toContain('torn.jpg could not be shown.')
    expect(textOf(pdf).match(/PHOTO \d+ OF 12/g)).toHaveLength(12)
  })

  it('has a content hash that is equal for equal data and differs for changed facts, photos or signature', () => {
    const pod = samplePod()
    expect(podContentHash(samplePod())).toBe(podContentHash(pod))
    const [first, ...others] = pod.photos
    const retouched = { ...first!, bytes: Buffer.from(first!.bytes).fill(7, 60, 61) }
    const altered = [
      samplePod({ recipient_name: 'Somebody else' }),
      samplePod({ lat: pod.lat + 0.00001 }),
      samplePod({ is_pin_used: false }),
      samplePod({ delivery: { ...pod.delivery, phone: '' } }),
      samplePod({ photos: [retouched, ...others] }),
      samplePod({ photos: others }),
      samplePod({ signature: undefined }),
    ]
    expect(new Set([pod, ...altered].map(podContentHash)).size).toBe(altered.length + 1)
  })

  it('prints no overlapping text for very long values', async () => {
    const {
      delivery,
      collection,
      brand,
      account_name,
      service_level_name,
      customer_reference,
      tracking_reference,
    } = wordyShipment()
    const texts = {
      delivery,
      collection,
      brand,
      account_name,
      service_level_name,
      customer_reference,
      tracking_reference,
    }
    const pod = samplePod({
      ...texts,
      recipient_name: delivery.name,
      description: delivery.company.repeat(5),
      driver_name: delivery.name,
    })
    expect(overlappingWords(await renderDigitalPod(pod))).toEqual([])
  })
})
