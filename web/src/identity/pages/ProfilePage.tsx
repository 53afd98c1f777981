import { useQuery, useQueryClient } from '@tanstack/react-query'
import { startupApi } from '@waybill/domain/startup/api'
import { endpointQuery, refresh } from '../../kit/api/endpoint-query.ts'
import { Columns, Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { DetailsCard } from '../DetailsCard.tsx'
import { DevicesCard } from '../sessions-and-keys/DevicesCard.tsx'
import { PasswordCard } from '../passwords/PasswordCard.tsx'
import { PasskeysCard } from '../second-factor/PasskeysCard.tsx'
import { PreferencesCard } from '../PreferencesCard.tsx'
import { TwoFactorCard } from '../second-factor/TwoFactorCard.tsx'

/** The user's own profile: details, password, two-factor authentication, devices and preferences (AUTH-076, AUTH-077). */
export default function ProfilePage() {
  const client = useQueryClient()
  const query = useQuery(endpointQuery(startupApi.generalData, {}))
  const again = (): void => void refresh(client, [startupApi.generalData])
  const user = query.data?.user
  return (
    <Page width="detail">
      <PageHeader title="Profile" note={user?.username} />
      {query.isError && (
        <RegionError what="Your profile" thrown={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Loading />}
      {user && (
        <Columns
          main={
            <>
              <DetailsCard key={user.id} user={user} onSaved={again} />
              <PasswordCard user={user} />
              <DevicesCard />
            </>
          }
          side={
            <>
              <TwoFactorCard user={user} onChanged={again} />
              <PasskeysCard onChanged={again} />
              <PreferencesCard />
            </>
          }
        />
      )}
    </Page>
  )
}
