import { manifestNumber, type ManifestStub } from '@waybill/domain/hub/manifest'
import { phaseOf } from '@waybill/domain/hub/manifest-rules'
import { invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import { cleanReference } from '@waybill/domain/shipments/labels/references'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import { listDrivers } from '../../identity/index.ts'
import { providerMap } from '../../maps/index.ts'
import type { Context } from '../../kit/handler.ts'
import { readManifests } from './manifest-list-store.ts'
import { findManifestByNumber, holdManifest, updateManifest, type ManifestRow } from './manifest-store.ts'
import { closeLoad, departLoad, sinceClosed } from './move-manifest.ts'
import { branchName, stateOf, stubOf } from './present-manifest.ts'

/** A manifest that a driver takes, as displayed on the driver’s phone. */
export interface DrivenManifest extends ManifestStub {
  from_branch_name: string
}

/**
 * Assigns a manifest to the driver who scans its barcode, and departs it
 * (docs/domain/routing-and-drivers.md#what-drivers-report). An open manifest is closed first if drivers may do that
 * (`mayClose`). A manifest that was assigned to another driver is rejected.
 */
export async function acceptManifest(
  ctx: Context,
  reference: string,
  at: Date,
  mayClose: boolean,
): Promise<DrivenManifest> {
  const wide = asHub(ctx)
  const row = await heldByBarcode(wide, reference)
  const name = cleanReference(reference)
  if (row.departed_at !== null) throw wrongState(codedText('manifest_departed', { manifest: name }))
  const driver = await driverOf(wide, row, name)
  if (row.status === 'open' && !mayClose) throw wrongState(codedText('manifest_loading', { manifest: name }))
  const closed =
    row.status === 'closed'
      ? row
      : await closeLoad(wide, row, {
          accept_missing: true,
          vehicle_registration: row.vehicle_registration || driver.vehicle_registration,
          seal_number: row.seal_number,
          at,
        })
  const { username, name: driverName } = driver
  if (closed.departed_at === null)
    await departLoad(wide, closed, sinceClosed(closed, at), { driver: username, driver_name: driverName })
  return presentForDriver(wide, row.id)
}

/**
 * Records that a manifest has arrived at its destination, as reported by the driver. Its parcels are received there
 * one by one.
 */
export async function arriveManifest(ctx: Context, reference: string, at: Date): Promise<DrivenManifest> {
  const wide = asHub(ctx)
  const row = await heldByBarcode(wide, reference)
  const name = cleanReference(reference)
  if (row.departed_at === null) throw wrongState(codedText('manifest_not_departed', { manifest: name }))
  await driverOf(wide, row, name)
  const phase = phaseOf(stateOf(await providerMap(wide), row, 0))
  if (phase === 'departed')
    await updateManifest(wide, row.id, { arrived_at: at < row.departed_at ? row.departed_at : at })
  return presentForDriver(wide, row.id)
}

async function heldByBarcode(ctx: Context, reference: string): Promise<ManifestRow> {
  const name = cleanReference(reference)
  const number = manifestNumber(name)
  const fields = [{ field: 'manifest_reference', message: 'is not a manifest' }]
  if (name === '') throw invalid(codedText('not_a_manifest'), fields)
  if (number === null) throw invalid(codedText('scanned_no_manifest', { scanned: name }), fields)
  const found = await findManifestByNumber(ctx, number)
  const row = found && (await holdManifest(ctx, found.id, 'change'))
  if (!row) throw notFound(codedText('no_manifest', { manifest: name }))
  return row
}

/** Returns the driver who takes the manifest; rejects the call when it was assigned to another driver. */
async function driverOf(ctx: Context, row: ManifestRow, name: string) {
  const { username } = ctx.actor
  if (row.driver !== '' && row.driver !== username)
    throw wrongState(
      codedText('manifest_of_other', { manifest: name, driver: row.driver_name || row.driver }),
    )
  const driver = (await listDrivers(ctx)).find((one) => one.username === username)
  return {
    username,
    name: driver?.name ?? ctx.actor.name,
    vehicle_registration: driver?.vehicle_registration ?? '',
  }
}

/**
 * Returns a context with system permissions, because a driver has no access to the shipments of a manifest. The
 * manifest and the company’s settings allow the driver to move them.
 */
function asHub(ctx: Context): Context {
  return {
    ...ctx,
    actor: { ...ctx.actor, kind: 'system', role_id: 0, limit_user_to_branch: false, permissions: ['*'] },
  }
}

async function presentForDriver(ctx: Context, id: number): Promise<DrivenManifest> {
  const [row] = await readManifests(ctx, [id])
  if (!row) throw new Error(`Manifest ${id} was not found during departure or arrival.`)
  const map = await providerMap(ctx)
  return { ...stubOf(map, row, false), from_branch_name: branchName(map, row.from_branch_id) }
}
