/** Runes everywhere; a warning of the compiler is a fault. */
export default {
  compilerOptions: { runes: true },
}
