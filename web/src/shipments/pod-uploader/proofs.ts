import type { PodTarget } from '@waybill/domain/shipments/proof-of-delivery/prove-delivery'
import { max_proofs, referencesInFileName } from '@waybill/domain/shipments/proof-of-delivery/prove-delivery'
import type { Readout } from './readout.ts'

/** A file to be uploaded as proof of a delivery. */
export interface Proof {
  id: number
  file: File
  /** Object URL of its picture; `null` for documents. */
  picture: string | null
  /** The typed or found reference. */
  reference: string
  found_in: 'barcode' | 'file name' | 'text' | null
  target: PodTarget | null
  /** The problem as text; `''` if there is none. */
  problem: string
  receiver: string
  state: 'reading' | 'open' | 'sending' | 'posted'
}

/** The sources of a reference, most reliable first. */
const sources = ['barcode', 'file name', 'text'] as const

/** Returns the possible references of a file by source, at most `max_proofs` in total. */
export function candidatesOf(fileName: string, readout: Readout): Record<(typeof sources)[number], string[]> {
  const all = { barcode: readout.codes, 'file name': referencesInFileName(fileName), text: readout.words }
  let left = max_proofs
  const some = (list: readonly string[]): string[] => {
    const taken = [...new Set(list)].slice(0, left)
    left -= taken.length
    return taken
  }
  return { barcode: some(all.barcode), 'file name': some(all['file name']), text: some(all.text) }
}

type Found = Pick<Proof, 'reference' | 'found_in' | 'target' | 'problem'>

/**
 * Returns the shipment or parcel that a file belongs to: the only one named by its barcodes, else by its name, else
 * by its text. Returns a problem instead if barcode and name disagree or if a source names several shipments
 * (TOOL-002).
 */
export function findTarget(
  candidates: ReturnType<typeof candidatesOf>,
  targets: readonly PodTarget[],
): Found {
  const none: Found = { reference: '', found_in: null, target: null, problem: '' }
  const named = sources.map((foundIn) => ({
    found_in: foundIn,
    targets: targets.filter(({ reference }) => candidates[foundIn].includes(reference)),
  }))
  const [barcode, name] = named.map(({ targets: own }) => new Set(own.map((one) => one.shipment_id)))
  if (barcode?.size === 1 && name?.size === 1 && !name.has([...barcode][0] ?? 0))
    return {
      ...none,
      problem: 'The file name and the barcode show different shipments. Type the right reference.',
    }
  for (const { found_in, targets: own } of named) {
    const shipments = new Set(own.map(({ shipment_id }) => shipment_id))
    if (shipments.size > 1)
      return { ...none, problem: `Its ${found_in} shows several shipments. Type the right reference.` }
    const [only] = own.toSorted((one, other) => (other.parcel_id ?? 0) - (one.parcel_id ?? 0))
    if (!only) continue
    const parcels = new Set(own.flatMap(({ parcel_id }) => parcel_id ?? []))
    const target = parcels.size > 1 ? { ...only, parcel_id: null } : only
    return { reference: only.tracking_reference, found_in, target, problem: only.refusal }
  }
  return { ...none, problem: 'No reference was found in it. Type the reference of the shipment or parcel.' }
}

/** Maximum number of files and bytes per request, below the server’s limit. */
const max_files = 20
const max_bytes = 20 * 1024 * 1024

/** Groups the files that are ready by shipment, parcel and receiver. Each list is one proof and one request. */
export function readyProofs(proofs: readonly Proof[]): Proof[][] {
  const ready = proofs.filter(({ state, target, problem }) => state === 'open' && target && problem === '')
  const groups = new Map<string, Proof[][]>()
  for (const proof of ready) {
    const key = `${proof.target?.shipment_id} ${proof.target?.parcel_id} ${proof.receiver.trim()}`
    const lists = groups.get(key) ?? [[]]
    const last = lists.at(-1) ?? []
    const bytes = last.reduce((sum, { file }) => sum + file.size, proof.file.size)
    if (last.length < max_files && bytes <= max_bytes) last.push(proof)
    else lists.push([proof])
    groups.set(key, lists)
  }
  return [...groups.values()].flat()
}
