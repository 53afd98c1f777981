import type { PodTarget } from '@waybill/domain/shipments/proof-of-delivery/prove-delivery'
import { describe, expect, it } from 'vitest'
import { candidatesOf, findTarget, readyProofs, type Proof } from './proofs.ts'

const target = (
  reference: string,
  shipmentId: number,
  parcelId: number | null = null,
  rejection = '',
): PodTarget => ({
  reference,
  shipment_id: shipmentId,
  parcel_id: parcelId,
  tracking_reference: reference.toUpperCase(),
  receiver: 'Naledi',
  status: 'out-for-delivery',
  has_pod_files: false,
  refusal: rejection,
})

describe('[TOOL-002] identification of the shipment of a file', () => {
  const read = (name: string, codes: string[], targets: PodTarget[], words: string[] = []) =>
    findTarget(candidatesOf(name, { codes, words }), targets)

  it('uses the shipment named by the barcode when the file name contains no reference', () => {
    expect(read('IMG_0001.jpg', ['K7M2QX/1'], [target('K7M2QX/1', 5, 51)])).toMatchObject({
      reference: 'K7M2QX/1',
      found_in: 'barcode',
      target: { shipment_id: 5, parcel_id: 51 },
      problem: '',
    })
  })

  it('chooses the whole shipment when the picture shows several of its parcels', () => {
    const both = [target('K7M2QX/1', 5, 51), target('K7M2QX/2', 5, 52)]
    expect(read('IMG_0001.jpg', ['K7M2QX/1', 'K7M2QX/2'], both).target).toMatchObject({ parcel_id: null })
  })

  it('falls back to the file name and then to the text', () => {
    expect(read('k7m2qx.pdf', [], [target('K7M2QX', 5)])).toMatchObject({ found_in: 'file name' })
    expect(read('scan.pdf', [], [target('K7M2QX', 5)], ['K7M2QX'])).toMatchObject({ found_in: 'text' })
  })

  it('chooses no shipment when name and barcode disagree or the barcodes name several shipments', () => {
    const two = [target('K7M2QX', 5), target('B8N3RW', 6)]
    expect(read('K7M2QX.jpg', ['B8N3RW'], two)).toMatchObject({
      target: null,
      problem: 'The file name and the barcode show different shipments. Type the right reference.',
    })
    expect(read('scan.jpg', ['K7M2QX', 'B8N3RW'], two).problem).toContain('shows several shipments')
  })

  it('returns a problem when nothing is found or the shipment cannot be delivered', () => {
    expect(read('scan.jpg', [], []).problem).toContain('No reference was found in it.')
    const over = 'This shipment is cancelled and cannot be delivered.'
    expect(read('K7M2QX.jpg', [], [target('K7M2QX', 5, null, over)]).problem).toBe(over)
  })
})

describe('[TOOL-002] grouping of files into proofs', () => {
  const proof = (id: number, shipmentId: number, more: Partial<Proof> = {}): Proof => ({
    id,
    file: new File(['x'], `${id}.jpg`),
    picture: null,
    reference: 'K7M2QX',
    found_in: null,
    target: target('K7M2QX', shipmentId),
    problem: '',
    receiver: '',
    state: 'open',
    ...more,
  })
  const ids = (proofs: readonly Proof[]) => readyProofs(proofs).map((list) => list.map(({ id }) => id))

  it('groups files by shipment and receiver', () => {
    expect(ids([proof(1, 5), proof(2, 6), proof(3, 5), proof(4, 5, { receiver: 'Sam' })])).toEqual([
      [1, 3],
      [2],
      [4],
    ])
  })

  it('limits a group to twenty files and leaves out files that are not ready', () => {
    const many = Array.from({ length: 21 }, (_, index) => proof(index, 5))
    expect(ids(many).map((list) => list.length)).toEqual([20, 1])
    expect(
      ids([proof(1, 5, { problem: 'x' }), proof(2, 5, { state: 'posted' }), proof(3, 5, { target: null })]),
    ).toEqual([])
  })
})
