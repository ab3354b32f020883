import './start.css';

export const dynamic = 'force-dynamic';

const tools = [
  'Alpha',
  'Bravo',
  'Charlie',
  'Delta',
  'Echo',
  'Foxtrot',
  'Golf',
  'Hotel',
  'India',
  'Juliett',
  'Kilo',
  'Lima',
];

/** A plain form with a style sheet and the system's font, rendered by the server: no script of its own, no data. */
export default function Page() {
  return (
    <main>
      <h1>Bring your data to Bare Next</h1>
      <p>Choose your tool. You can try everything with a sample before you decide.</p>
      <form id="start" method="post" action="/api/start">
        <fieldset>
          <legend>Which tool do you use today?</legend>
          {tools.map((tool) => (
            <label key={tool}>
              <input type="radio" name="source_tool" value={tool} />
              {tool}
            </label>
          ))}
        </fieldset>
        <button type="submit">Start migration</button>
      </form>
    </main>
  );
}
