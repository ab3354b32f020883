/** The abort reason of a call: its deadline passed, or its last caller gave up. */
export class CallAborted extends Error {
  override readonly name = 'CallAborted';

  constructor(readonly reason: 'deadline' | 'caller') {
    super(reason === 'deadline' ? 'the deadline passed' : 'given up by the caller');
  }
}
