import type { InterhubTransfer } from '@waybill/domain/hub/manifest'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { manifestState } from './manifest-texts.ts'

/** Badge with the phase of a manifest, and whether there are differences. */
export function ManifestBadge({
  of: manifest,
  size = 'normal',
}: {
  of: InterhubTransfer
  size?: 'normal' | 'large'
}) {
  return <StatusBadge {...manifestState(manifest)} size={size} />
}
