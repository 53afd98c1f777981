import type { ScanMode } from '@waybill/domain/hub/model'

/** Whether a mode works with a manifest. */
export function isManifestMode(mode: ScanMode): mode is 'load-manifest' | 'unload-manifest' {
  return mode === 'load-manifest' || mode === 'unload-manifest'
}
