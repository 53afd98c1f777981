import fc from 'fast-check'
import { z } from 'zod'
import { describe, expect, it } from 'vitest'
import { DriverAction } from '../api.ts'
import { canonicalAction, contentHash, type HashedAction } from './content-hash.ts'
import {
  judgeEvidence,
  type ArrivedFile,
  type EvidenceFacts,
} from '../../shipments/proof-of-delivery/judge-evidence.ts'

const hash = (digit: string): string => digit.repeat(64)
const action: DriverAction = {
  action_id: '6a1f0f0e-54a5-4f3c-9d53-0b7f0a8f6a11',
  type: 'deliver',
  shipment_id: 81,
  collection_request_id: 4,
  parcel_references: ['R81/1'],
  scanned_references: ['R81/1'],
  stop_id: 'delivery-7-2026-03-03',
  manifest_reference: 'M 1',
  occurred_at: new Date('2026-03-03T08:14:00.125Z'),
  clock_offset_seconds: 2,
  lat: -26.1,
  lng: 28.3,
  accuracy: 12.5,
  battery: 80,
  former_hash: hash('a'),
  files: ['p1', 's1'],
  evidence: [
    { name: 'p1', sha256: hash('1') },
    { name: 's1', sha256: hash('2') },
  ],
  payload: { pin: '4711', name: 'Zoë “Z” Nkosi', photos: ['p1'], signature: 's1', parcel_count: 2 },
}

/** Returns the action with the names that the upload gave to its files. */
const uploaded = (given: DriverAction): DriverAction => ({
  ...given,
  files: ['u1.jpg', 'u2.png'],
  evidence: [
    { name: 'u1.jpg', sha256: hash('1') },
    { name: 'u2.png', sha256: hash('2') },
  ],
  payload: { ...given.payload, photos: ['u1.jpg'], signature: 'u2.png' },
})

describe('[DRV-008] the content hash of an action', () => {
  it('is that of one JSON text in ASCII with sorted keys, with hashes instead of names, and without the PIN', () => {
    expect(canonicalAction({ ...action, lat: undefined, clock_offset_seconds: undefined })).toBe(
      `{"accuracy":12.5,"action_id":"6a1f0f0e-54a5-4f3c-9d53-0b7f0a8f6a11","battery":80,"collection_request_id":4,` +
        `"files":["${hash('1')}","${hash('2')}"],"form":"driver-action-1","former_hash":"${hash('a')}","lng":28.3,` +
        `"manifest_reference":"M 1","occurred_at":"2026-03-03T08:14:00Z","parcel_references":["R81/1"],` +
        `"payload":{"name":"Zo\\u00eb \\u201cZ\\u201d Nkosi","parcel_count":2,"photos":["${hash('1')}"],"pin_given":true,` +
        `"signature":"${hash('2')}"},"scanned_references":["R81/1"],"shipment_id":81,"stop_id":"delivery-7-2026-03-03",` +
        `"type":"deliver"}`,
    )
  })

  it('stays the same when files get their upload names, on the wire, and when the server stores it without the PIN', () => {
    const expected = contentHash(action)
    expect(contentHash(uploaded(action))).toBe(expected)
    const sent = JSON.parse(JSON.stringify(z.encode(DriverAction, uploaded(action)))) as z.input<
      typeof DriverAction
    >
    expect(contentHash(z.decode(DriverAction, sent))).toBe(expected)
    const { pin: _pin, ...details } = action.payload ?? {}
    const storedAction: HashedAction = { ...action, payload: { ...details, pin_given: true } }
    expect(contentHash(storedAction)).toBe(expected)
    expect(contentHash({ ...action, payload: { ...action.payload, pin: '0000' } })).toBe(expected)
  })

  it('changes with any changed, added or removed field and with any changed file', () => {
    const expected = contentHash(action)
    const {
      content_hash: _hash,
      evidence: _evidence,
      files: _files,
      payload = {},
      occurred_at: recordedAt,
      ...facts
    } = action
    const { pin: _pin, photos: _photos, signature: _signature, ...details } = payload
    const other = fc.oneof(
      fc.string(),
      fc.double({ noNaN: true }),
      fc.constant(undefined),
      fc.array(fc.string()),
    )
    const isSame = (one: unknown, two: unknown): boolean => JSON.stringify(one) === JSON.stringify(two)
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(facts)), other, (field, value) => {
        fc.pre(!isSame(value, facts[field as keyof typeof facts]))
        expect(contentHash({ ...action, [field]: value } as DriverAction)).not.toBe(expected)
      }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(details), 'reason', 'odometer'), other, (field, value) => {
        fc.pre(!isSame(value, details[field as keyof typeof details]))
        const changed = { ...action, payload: { ...payload, [field]: value } } as DriverAction
        expect(contentHash(changed)).not.toBe(expected)
      }),
    )
    const [photo, sign] = action.evidence ?? []
    const later = new Date(recordedAt.getTime() + 1000)
    const changedFiles = [
      { ...action, occurred_at: later },
      { ...action, payload: { ...payload, pin: undefined } },
      { ...action, payload: { ...payload, signature: undefined } },
      { ...action, evidence: photo && sign ? [photo, { ...sign, sha256: hash('3') }] : [] },
      { ...action, evidence: photo ? [photo] : [] },
    ]
    for (const changed of changedFiles) expect(contentHash(changed)).not.toBe(expected)
  })
})

describe('[DRV-008] the evidence of an action', () => {
  const file = (more: Partial<ArrivedFile> = {}): ArrivedFile => ({
    name: 'u1.jpg',
    sha256: hash('1'),
    received_sha256: hash('1'),
    stored_sha256: hash('9'),
    ...more,
  })
  const facts = (more: Partial<EvidenceFacts> = {}, ofFile: Partial<EvidenceFacts['files'][0]> = {}) => ({
    content_hash: hash('c'),
    computed_hash: hash('c'),
    has_former: true,
    files: [{ ...file(), label: 'Photo 1', current_sha256: hash('9'), ...ofFile }],
    ...more,
  })
  it.each([
    ['verified', facts(), []],
    ['verified', facts({ files: [] }), []],
    ['without-hashes', null, []],
    [
      'differs',
      facts({ computed_hash: hash('d'), has_former: false }),
      ['The details that are stored are not those that the phone recorded.'],
    ],
    [
      'differs',
      facts({}, { received_sha256: hash('4') }),
      ['Photo 1 is not the picture that the phone took.'],
    ],
    ['differs', facts({}, { current_sha256: '' }), ['Photo 1 was changed or removed after it arrived.']],
    [
      'waiting',
      facts({}, { received_sha256: '', stored_sha256: '', current_sha256: '' }),
      ['Photo 1 has not arrived yet.'],
    ],
    [
      'gap',
      facts({ has_former: false }),
      ['The action that this phone recorded before this one has not arrived.'],
    ],
  ] as const)('is %s', (state, given, problems) => {
    expect(judgeEvidence(given)).toEqual({ state, problems })
  })
})
