/** How the sentence of a reason is made: from its parameters, as shown values. */
export type Shown = (name: string) => string
export type Sentences = Readonly<Record<string, (p: Shown) => string>>
