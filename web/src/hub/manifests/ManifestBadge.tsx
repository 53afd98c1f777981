import type { InterhubTransfer } from '@waybill/domain/hub/manifest'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { manifestState } from './manifest-texts.ts'

/** How far a manifest is, and whether something is amiss. */
export function ManifestBadge({
  of: manifest,
  size = 'normal',
}: {
  of: InterhubTransfer
  size?: 'normal' | 'large'
}) {
  return <StatusBadge {...manifestState(manifest)} size={size} />
}
