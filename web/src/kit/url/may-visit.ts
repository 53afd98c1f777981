import { createContext, useContext } from 'react'

const MayVisit = createContext<(path: string) => boolean>(() => false)

/** The shell says which of its pages somebody may visit. */
export const MayVisitProvider = MayVisit.Provider

/** Whether a page of this build stands at a path and lets this person in: `mayVisit('/inbox')`. */
export function useMayVisit(): (path: string) => boolean {
  return useContext(MayVisit)
}
