export const dynamic = 'force-dynamic';

/** The least a page can be: what remains is the framework. */
export default function Page() {
  return (
    <main>
      <h1>Bare Next</h1>
    </main>
  );
}
