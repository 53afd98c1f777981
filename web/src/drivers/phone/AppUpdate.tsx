import { appRequirementOf } from '@waybill/domain/drivers/app-version'
import { driver_app_minimum_version, driver_app_recommended_version } from '@waybill/domain/drivers/settings'
import { app_version } from '@waybill/domain/kit/app'
import type { ReactNode } from 'react'
import { useSetting } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { useTexts } from '../texts/texts.ts'

/**
 * Displays `children`, unless the company requires a newer app version (SET-101). Recorded actions are stored on the
 * phone and sent regardless.
 */
export function AppUpdate({ children }: { children: ReactNode }) {
  const t = useTexts()
  const minimum = useSetting(driver_app_minimum_version)
  const recommended = useSetting(driver_app_recommended_version)
  const ensure = appRequirementOf(app_version, { minimum, recommended })
  if (ensure === 'none') return children
  const update = (
    <Button variant={ensure === 'forced' ? 'primary' : 'secondary'} onClick={() => window.location.reload()}>
      {t.update.now}
    </Button>
  )
  if (ensure === 'forced')
    return (
      <Notice variant="warning" title={t.update.forced} live action={update}>
        {t.update.forcedText(minimum, app_version)}
      </Notice>
    )
  return (
    <>
      <Notice variant="info" title={t.update.ready} action={update}>
        {t.update.readyText}
      </Notice>
      {children}
    </>
  )
}
