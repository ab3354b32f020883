/** What happens, in three columns or below each other. */
export function NumberedSteps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="mt-7 grid grid-cols-3 gap-8 border-y py-6 text-15 text-ink-2 max-md:grid-cols-1 max-md:gap-4">
      {steps.map((step, index) => (
        <li key={step} className="max-md:flex max-md:gap-3">
          <b aria-hidden="true" className="mb-1 block text-brand-ink max-md:mb-0 max-md:w-3 max-md:flex-none">
            {index + 1}
          </b>
          {step}
        </li>
      ))}
    </ol>
  );
}
