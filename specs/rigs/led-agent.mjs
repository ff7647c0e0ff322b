/** An agent without a will of its own: what it hears goes to the port LED_PORT, and what comes from there it says. */
import { connect } from 'node:net';

const lead = connect(Number(process.env.LED_PORT), '127.0.0.1');
process.stdin.pipe(lead).pipe(process.stdout);
lead.on('close', () => process.exit(0));
