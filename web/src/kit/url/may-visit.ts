import { createContext, useContext } from 'react'

const MayVisit = createContext<(path: string) => boolean>(() => false)

/** The shell provides the function that checks which of its pages the user may visit. */
export const MayVisitProvider = MayVisit.Provider

/**
 * Returns a function that checks whether a path has a page in this build and the user may visit it:
 * `mayVisit('/inbox')`.
 */
export function useMayVisit(): (path: string) => boolean {
  return useContext(MayVisit)
}
