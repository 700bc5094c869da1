/** Which program this is: what one build remembers, another does not read. */
declare const __REREAD_BUILD__: string | undefined

/** A digest of the sources, put in by the build; the same for all of them in a test. */
export const buildId: string = typeof __REREAD_BUILD__ === 'string' ? __REREAD_BUILD__ : 'unbuilt'
