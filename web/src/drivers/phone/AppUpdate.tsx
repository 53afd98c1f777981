import { appRequirementOf } from '@waybill/domain/drivers/app-version'
import { driver_app_minimum_version, driver_app_recommended_version } from '@waybill/domain/drivers/settings'
import { app_version } from '@waybill/domain/kit/app'
import type { ReactNode } from 'react'
import { useSetting } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'

/**
 * Displays `children`, unless the company requires a newer app version (SET-101). Recorded actions are stored on the
 * phone and sent regardless.
 */
export function AppUpdate({ children }: { children: ReactNode }) {
  const minimum = useSetting(driver_app_minimum_version)
  const recommended = useSetting(driver_app_recommended_version)
  const ensure = appRequirementOf(app_version, { minimum, recommended })
  if (ensure === 'none') return children
  const update = (
    <Button variant={ensure === 'forced' ? 'primary' : 'secondary'} onClick={() => window.location.reload()}>
      Update now
    </Button>
  )
  if (ensure === 'forced')
    return (
      <Notice variant="warning" title="This app has to be updated" live action={update}>
        {`Your company asks for version ${minimum}; this is ${app_version}. What you have done is kept and will be sent.`}
      </Notice>
    )
  return (
    <>
      <Notice variant="info" title="A newer app is ready" action={update}>
        Update it when you have a moment.
      </Notice>
      {children}
    </>
  )
}
