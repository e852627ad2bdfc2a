#!/usr/bin/env node
// ONNX Runtime behind the protocol of README.md.
import {createRequire} from 'node:module';
import {createInterface} from 'node:readline';
import {homedir} from 'node:os';
import {join} from 'node:path';
import {writeFileSync} from 'node:fs';

const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
const home = process.env.BRICKS_ONNXRUNTIME || join(cache, 'bricks/backends/onnxruntime');

function engine() {
  try {
    return createRequire(join(home, 'package.json'))('onnxruntime-node');
  } catch (error) {
    throw new Error(`onnxruntime-node is not in ${home}: ./bench/backends/install.sh onnxruntime installs it`);
  }
}

const arrays = {float32: Float32Array, int64: BigInt64Array, int32: Int32Array, bool: Uint8Array};
const numpyTypes = {float32: '<f4', int64: '<i8', int32: '<i4', bool: '|b1'};

function mix(x) {
  x ^= x >>> 16;
  x = Math.imul(x, 0x7feb352d);
  x ^= x >>> 15;
  x = Math.imul(x, 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}

function fillSeeded(tensor, seed, index) {
  if (tensor.type !== 'float32') return;
  const base = (Math.imul(0x9e3779b9, seed) + Math.imul(0x85ebca6b, index + 1)) | 0;
  for (let i = 0; i < tensor.data.length; ++i) tensor.data[i] = (mix((i + base) | 0) >>> 8) / 8388608 - 1;
}

function allocate(ort, {type, shape, name}) {
  if (shape.some(d => typeof d !== 'number')) throw new Error(`input ${name} has no fixed shape: ${shape}`);
  return new ort.Tensor(type, new arrays[type](shape.reduce((a, b) => a * b, 1)), shape);
}

function numpy(tensor) {
  const shape = tensor.dims.length === 1 ? `${tensor.dims[0]},` : tensor.dims.join(', ');
  let header = `{'descr': '${numpyTypes[tensor.type]}', 'fortran_order': False, 'shape': (${shape}), }`;
  header = header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11) + '\n';
  const size = Buffer.alloc(2);
  size.writeUInt16LE(header.length);
  const {buffer, byteOffset, byteLength} = tensor.data;
  return Buffer.concat([Buffer.from('\x93NUMPY\x01\x00', 'latin1'), size, Buffer.from(header, 'latin1'),
    Buffer.from(buffer, byteOffset, byteLength)]);
}

const loaded = new Map();
let nextHandle = 0;

function of(handle) {
  if (!loaded.has(handle)) throw new Error(`no model has the handle ${handle}`);
  return loaded.get(handle);
}

function describeValues(metadata) {
  return metadata.map(({name, type, shape}) => ({name, type, shape}));
}

const commands = {
  async describe() {
    return {name: 'onnxruntime', version: engine().env.versions.node, accepts: ['onnx']};
  },

  async load({model, threads}) {
    const ort = engine();
    const session = await ort.InferenceSession.create(model, {
      intraOpNumThreads: threads, interOpNumThreads: 1, executionMode: 'sequential', graphOptimizationLevel: 'all',
    });
    const feeds = {}, fetches = {};
    for (const value of session.inputMetadata) feeds[value.name] = allocate(ort, value);
    for (const value of session.outputMetadata)
      fetches[value.name] = value.shape.every(d => typeof d === 'number') ? allocate(ort, value) : null;
    loaded.set(nextHandle, {session, feeds, fetches});
    return {handle: nextHandle++, inputs: describeValues(session.inputMetadata),
      outputs: describeValues(session.outputMetadata)};
  },

  async run({handle, runs, seed}) {
    const {session, feeds, fetches} = of(handle);
    Object.values(feeds).forEach((tensor, index) => fillSeeded(tensor, seed, index));
    const nanoseconds = [];
    for (let i = 0; i < runs; ++i) {
      const begin = process.hrtime.bigint();
      await session.run(feeds, fetches);
      nanoseconds.push(Number(process.hrtime.bigint() - begin));
    }
    return {nanoseconds};
  },

  async outputs({handle, seed, directory}) {
    const {session, feeds, fetches} = of(handle);
    Object.values(feeds).forEach((tensor, index) => fillSeeded(tensor, seed, index));
    const results = await session.run(feeds, fetches);
    const files = {};
    for (const [name, tensor] of Object.entries(results)) {
      files[name] = join(directory, `${name.replace(/[^\w.-]/g, '_')}.npy`);
      writeFileSync(files[name], numpy(tensor));
    }
    return {files};
  },

  async unload({handle}) {
    await of(handle).session.release();
    loaded.delete(handle);
    return {};
  },
};

for await (const line of createInterface({input: process.stdin})) {
  let answer;
  try {
    const request = JSON.parse(line);
    if (!commands[request.command]) throw new Error(`unknown command ${request.command}`);
    answer = await commands[request.command](request);
  } catch (error) {
    answer = {error: String(error.message ?? error).split('\n')[0]};
  }
  process.stdout.write(JSON.stringify(answer) + '\n');
}
