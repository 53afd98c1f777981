import type { Provider } from '@waybill/domain/identity/model'
import { createContext, useContext, useMemo } from 'react'
import { useStore } from '../kit/layers/store.ts'
import { useMe } from '../kit/session/me.ts'
import type { Access } from '../kit/url/page.ts'
import { general_data, type GeneralData } from './start-up/general-data.ts'

const ProviderContext = createContext<Provider | null>(null)

export const ProviderOfPage = ProviderContext.Provider

/** Returns the courier company of this page. */
export function useProvider(): Provider {
  const provider = useContext(ProviderContext)
  if (!provider) throw new Error('No provider has been loaded.')
  return provider
}

/** Returns the data that the shell loaded at start-up; `null` for guests. */
export function useGeneralData(): GeneralData | null {
  return useStore(general_data)
}

/** Returns the data that decides which pages and navigation items a user has. */
export function useAccess(): Access {
  const me = useMe()
  const provider = useProvider()
  const data = useGeneralData()
  return useMemo(
    () => ({
      me,
      enabled_features: provider.enabled_features,
      settings: { ...provider.settings, ...data?.provider_settings },
      account_type: data?.account?.account_type ?? null,
    }),
    [me, provider, data],
  )
}
