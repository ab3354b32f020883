declare module 'subset-font' {
  function subsetFont(
    font: Uint8Array,
    characters: string,
    options: {
      targetFormat: 'woff2';
      variationAxes: Record<string, { min: number; max: number; default: number }>;
      keepFeatures: readonly string[];
    },
  ): Promise<Buffer>;
  export { subsetFont as default };
}
