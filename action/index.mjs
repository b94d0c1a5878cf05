// Built from runner/github-action by "npm run build:action"; do not edit.
var __defProp=Object.defineProperty;var __export=(target,all)=>{for(var name in all)__defProp(target,name,{get:all[name],enumerable:!0})};import path5 from"node:path";import{appendFileSync,existsSync as existsSync3,mkdirSync,readFileSync as readFileSync4,rmSync}from"node:fs";import path4 from"node:path";var util_exports={};__export(util_exports,{BIGINT_FORMAT_RANGES:()=>BIGINT_FORMAT_RANGES,CONSTANT_CATCH:()=>CONSTANT_CATCH,Class:()=>Class,NUMBER_FORMAT_RANGES:()=>NUMBER_FORMAT_RANGES,
aborted:()=>aborted,allowsEval:()=>allowsEval,assert:()=>assert,assertEqual:()=>assertEqual,assertIs:()=>assertIs,assertNever:()=>assertNever,assertNotEqual:()=>assertNotEqual,
assignProp:()=>assignProp,attachSchema:()=>attachSchema,base64ToUint8Array:()=>base64ToUint8Array,base64urlToUint8Array:()=>base64urlToUint8Array,cached:()=>cached,
captureStackTrace:()=>captureStackTrace,cleanEnum:()=>cleanEnum,cleanRegex:()=>cleanRegex,clone:()=>clone,cloneDef:()=>cloneDef,codePointLength:()=>codePointLength,
constantCatch:()=>constantCatch,createTransparentProxy:()=>createTransparentProxy,defineLazy:()=>defineLazy,defineLazyInternal:()=>defineLazyInternal,derived:()=>derived,
esc:()=>esc,escapeRegex:()=>escapeRegex,explicitlyAborted:()=>explicitlyAborted,extend:()=>extend,finalizeIssue:()=>finalizeIssue,floatSafeRemainder:()=>floatSafeRemainder,
getElementAtPath:()=>getElementAtPath,getEnumValues:()=>getEnumValues,getLengthableOrigin:()=>getLengthableOrigin,getParsedType:()=>getParsedType,getSizableOrigin:()=>getSizableOrigin,
hexToUint8Array:()=>hexToUint8Array,hide:()=>hide,installLazyProp:()=>installLazyProp,isObject:()=>isObject,isPlainObject:()=>isPlainObject,issue:()=>issue,joinValues:()=>joinValues,
jsonStringifyReplacer:()=>jsonStringifyReplacer,members:()=>members,merge:()=>merge,mergeDefs:()=>mergeDefs,normalizeParams:()=>normalizeParams,nullish:()=>nullish,
numKeys:()=>numKeys,objectClone:()=>objectClone,omit:()=>omit,optionalKeys:()=>optionalKeys,own:()=>own,parsedType:()=>parsedType,partial:()=>partial,pick:()=>pick,
prefixIssues:()=>prefixIssues,primitiveTypes:()=>primitiveTypes,promiseAllObject:()=>promiseAllObject,propertyKeyTypes:()=>propertyKeyTypes,randomString:()=>randomString,
rawShape:()=>rawShape,required:()=>required,safeExtend:()=>safeExtend,shallowClone:()=>shallowClone,sizeCaps:()=>sizeCaps,slugify:()=>slugify,stringifyPrimitive:()=>stringifyPrimitive,
toZod:()=>toZod,uint8ArrayToBase64:()=>uint8ArrayToBase64,uint8ArrayToBase64url:()=>uint8ArrayToBase64url,uint8ArrayToHex:()=>uint8ArrayToHex,unwrapMessage:()=>unwrapMessage});function assertEqual(val){return val}function assertNotEqual(val){return val}function toZod(){return schema=>schema}function assertIs(_arg){}function assertNever(_x){
throw new Error("Unexpected value in exhaustive check")}function assert(_){}function getEnumValues(entries){let numericValues=Object.values(entries).filter(v=>typeof v==
"number");return Object.entries(entries).filter(([k,_])=>numericValues.indexOf(+k)===-1).map(([_,v])=>v)}function joinValues(array2,separator="|"){return array2.
map(val=>stringifyPrimitive(val)).join(separator)}function jsonStringifyReplacer(_,value){return typeof value=="bigint"?value.toString():value}var Cached=class{constructor(getter){
this._getter=getter,this._value=void 0}get value(){let getter=this._getter;return getter!==void 0&&(this._value=getter(),this._getter=void 0),this._value}};function cached(getter){
return new Cached(getter)}function nullish(input){return input==null}function cleanRegex(source){let start=source.startsWith("^")?1:0,end=source.endsWith("$")?source.
length-1:source.length;return source.slice(start,end)}function floatSafeRemainder(val,step){let ratio=val/step,roundedRatio=Math.round(ratio),tolerance=4*Number.
EPSILON*Math.max(Math.abs(ratio),1);return Math.abs(ratio-roundedRatio)<tolerance?0:ratio-roundedRatio}var EVALUATING=Symbol("evaluating");function defineLazy(object2,key,getter){
let value;Object.defineProperty(object2,key,{get(){if(value!==EVALUATING)return value===void 0&&(value=EVALUATING,value=getter()),value},set(v){Object.defineProperty(
object2,key,{value:v})},configurable:!0})}function objectClone(obj){return Object.create(Object.getPrototypeOf(obj),Object.getOwnPropertyDescriptors(obj))}function assignProp(target,prop,value){
Object.defineProperty(target,prop,{value,writable:!0,enumerable:!0,configurable:!0})}function rawShape(def){let desc=Object.getOwnPropertyDescriptor(def,"shape");
return desc?.get?desc.get.raw:desc?.value}function sourceShape(schema){return rawShape(schema._zod.def)??schema._zod.def.shape}function deferProp(target,key,getter){
Object.defineProperty(target,key,{get(){let value=getter();return assignProp(this,key,value),value},enumerable:!0,configurable:!0})}function putProp(target,key,value){
key in target?assignProp(target,key,value):target[key]=value}function mirrorShape(target,source,keys,wrap){let raw=sourceShape(source);for(let key of keys){let desc=Object.
getOwnPropertyDescriptor(raw,key);desc.enumerable&&(desc.get?deferProp(target,key,()=>{let value=source._zod.def.shape[key];return wrap?wrap(value,key):value}):
putProp(target,key,wrap?wrap(desc.value,key):desc.value))}}function mirrorProps(target,source){for(let key of Reflect.ownKeys(source)){let desc=Object.getOwnPropertyDescriptor(
source,key);desc.enumerable&&(desc.get?deferProp(target,key,()=>source[key]):putProp(target,key,desc.value))}}function mergeDefs(...defs){let mergedDescriptors={};
for(let def of defs){let descriptors=Object.getOwnPropertyDescriptors(def);Object.assign(mergedDescriptors,descriptors)}return Object.defineProperties({},mergedDescriptors)}
function cloneDef(schema){return mergeDefs(schema._zod.def)}function getElementAtPath(obj,path6){return path6?path6.reduce((acc,key)=>acc?.[key],obj):obj}function promiseAllObject(promisesObj){
let keys=Object.keys(promisesObj),promises=keys.map(key=>promisesObj[key]);return Promise.all(promises).then(results=>{let resolvedObj={};for(let i2=0;i2<keys.length;i2++)
resolvedObj[keys[i2]]=results[i2];return resolvedObj})}function randomString(length=10){let chars="abcdefghijklmnopqrstuvwxyz",str="";for(let i2=0;i2<length;i2++)
str+=chars[Math.floor(Math.random()*chars.length)];return str}function esc(str){return JSON.stringify(str)}function slugify(input){return input.toLowerCase().trim().
replace(/[^\w\s-]/g,"").replace(/[\s_-]+/g,"-").replace(/^-+|-+$/g,"")}var captureStackTrace="captureStackTrace"in Error?Error.captureStackTrace:(..._args)=>{};
function isObject(data){return typeof data=="object"&&data!==null&&!Array.isArray(data)}var allowsEval=cached(()=>{if(globalConfig.jitless||typeof navigator<"u"&&
navigator?.userAgent?.includes("Cloudflare"))return!1;try{let F=Function;return new F(""),!0}catch{return!1}});function isPlainObject(o){if(isObject(o)===!1)return!1;
let ctor=o.constructor;if(ctor===void 0||typeof ctor!="function")return!0;let prot=ctor.prototype;return!(isObject(prot)===!1||Object.prototype.hasOwnProperty.call(
prot,"isPrototypeOf")===!1)}function shallowClone(o){return isPlainObject(o)?{...o}:Array.isArray(o)?[...o]:o instanceof Map?new Map(o):o instanceof Set?new Set(
o):o}function numKeys(data){let keyCount=0;for(let key in data)Object.prototype.hasOwnProperty.call(data,key)&&keyCount++;return keyCount}var getParsedType=data=>{
let t=typeof data;switch(t){case"undefined":return"undefined";case"string":return"string";case"number":return Number.isNaN(data)?"nan":"number";case"boolean":return"\
boolean";case"function":return"function";case"bigint":return"bigint";case"symbol":return"symbol";case"object":return Array.isArray(data)?"array":data===null?"nu\
ll":data.then&&typeof data.then=="function"&&data.catch&&typeof data.catch=="function"?"promise":typeof Map<"u"&&data instanceof Map?"map":typeof Set<"u"&&data instanceof
Set?"set":typeof Date<"u"&&data instanceof Date?"date":typeof File<"u"&&data instanceof File?"file":"object";default:throw new Error(`Unknown data type: ${t}`)}},
propertyKeyTypes=new Set(["string","number","symbol"]),primitiveTypes=new Set(["string","number","bigint","boolean","symbol","undefined"]);function escapeRegex(str){
return str.replace(/[.*+?^${}()|[\]\\]/g,"\\$&")}function clone(inst,def,params){let cl=new inst._zod.constr(def??inst._zod.def);return(!def||params?.parent)&&(cl.
_zod.parent=inst),cl}function normalizeParams(_params){let params=_params;if(!params)return{};if(typeof params=="string")return{error:()=>params};if(params?.message!==
void 0){if(params?.error!==void 0)throw new Error("Cannot specify both `message` and `error` params");params.error=params.message}return delete params.message,typeof params.
error=="string"?{...params,error:()=>params.error}:params}function createTransparentProxy(getter){let target;return new Proxy({},{get(_,prop,receiver){return target??
(target=getter()),Reflect.get(target,prop,receiver)},set(_,prop,value,receiver){return target??(target=getter()),Reflect.set(target,prop,value,receiver)},has(_,prop){
return target??(target=getter()),Reflect.has(target,prop)},deleteProperty(_,prop){return target??(target=getter()),Reflect.deleteProperty(target,prop)},ownKeys(_){
return target??(target=getter()),Reflect.ownKeys(target)},getOwnPropertyDescriptor(_,prop){return target??(target=getter()),Reflect.getOwnPropertyDescriptor(target,
prop)},defineProperty(_,prop,descriptor){return target??(target=getter()),Reflect.defineProperty(target,prop,descriptor)}})}function stringifyPrimitive(value){return typeof value==
"bigint"?value.toString()+"n":typeof value=="string"?`"${value}"`:`${value}`}function optionalKeys(shape){return Object.keys(shape).filter(k=>shape[k]._zod.optin!==
void 0&&shape[k]._zod.optout==="optional")}var NUMBER_FORMAT_RANGES={safeint:[Number.MIN_SAFE_INTEGER,Number.MAX_SAFE_INTEGER],int32:[-2147483648,2147483647],uint32:[
0,4294967295],float32:[-34028234663852886e22,34028234663852886e22],float64:[-Number.MAX_VALUE,Number.MAX_VALUE]},BIGINT_FORMAT_RANGES={int64:[BigInt("-922337203\
6854775808"),BigInt("9223372036854775807")],uint64:[BigInt(0),BigInt("18446744073709551615")]};function pick(schema,mask){let currDef=schema._zod.def,checks=currDef.
checks;if(checks&&checks.length>0)throw new Error(".pick() cannot be used on object schemas containing refinements");let newShape={};return mirrorShape(newShape,
schema,maskedKeys(schema,mask)),clone(schema,mergeDefs(currDef,{shape:newShape,checks:[]}))}function maskedKeys(schema,mask){let raw=sourceShape(schema),keys=[];
for(let key of Reflect.ownKeys(mask)){if(!Object.getOwnPropertyDescriptor(raw,key)?.enumerable)throw new Error(`Unrecognized key: "${String(key)}"`);mask[key]&&
keys.push(key)}return keys}function omit(schema,mask){let currDef=schema._zod.def,checks=currDef.checks;if(checks&&checks.length>0)throw new Error(".omit() cann\
ot be used on object schemas containing refinements");let omitted=new Set(maskedKeys(schema,mask)),newShape={};return mirrorShape(newShape,schema,Reflect.ownKeys(
sourceShape(schema)).filter(key=>!omitted.has(key))),clone(schema,mergeDefs(currDef,{shape:newShape,checks:[]}))}function extend(schema,shape){if(!isPlainObject(
shape))throw new Error("Invalid input to extend: expected a plain object");let checks=schema._zod.def.checks;if(checks&&checks.length>0){let existingShape=sourceShape(
schema);for(let key of Reflect.ownKeys(shape))if(Object.getOwnPropertyDescriptor(existingShape,key)!==void 0)throw new Error("Cannot overwrite keys on object sc\
hemas containing refinements. Use `.safeExtend()` instead.")}return clone(schema,mergeDefs(schema._zod.def,{shape:extended(schema,shape)}))}function extended(schema,shape){
let newShape={};return mirrorShape(newShape,schema,Reflect.ownKeys(sourceShape(schema))),mirrorProps(newShape,shape),newShape}function safeExtend(schema,shape){
if(!isPlainObject(shape))throw new Error("Invalid input to safeExtend: expected a plain object");return clone(schema,mergeDefs(schema._zod.def,{shape:extended(schema,
shape)}))}function merge(a,b){if(!b?._zod?.def)throw new Error("Invalid input to merge: expected an object schema. To merge a plain shape, use `.extend()`.");if(a.
_zod.def.checks?.length)throw new Error(".merge() cannot be used on object schemas containing refinements. Use .safeExtend() instead.");let newShape={};mirrorShape(
newShape,a,Reflect.ownKeys(sourceShape(a))),mirrorShape(newShape,b,Reflect.ownKeys(sourceShape(b)));let def=mergeDefs(a._zod.def,{shape:newShape,get catchall(){
return b._zod.def.catchall},checks:b._zod.def.checks??[]});return clone(a,def)}function partial(Class2,schema,mask,name="partial"){let checks=schema._zod.def.checks;
if(checks&&checks.length>0)throw new Error(`.${name}() cannot be used on object schemas containing refinements`);let selected=mask?new Set(maskedKeys(schema,mask)):
void 0,newShape={};return mirrorShape(newShape,schema,Reflect.ownKeys(sourceShape(schema)),Class2&&((value,key)=>selected&&!selected.has(key)?value:new Class2({
type:"optional",innerType:value}))),clone(schema,mergeDefs(schema._zod.def,{shape:newShape,checks:[]}))}function required(Class2,schema,mask){let selected=mask?
new Set(maskedKeys(schema,mask)):void 0,newShape={};return mirrorShape(newShape,schema,Reflect.ownKeys(sourceShape(schema)),(value,key)=>selected&&!selected.has(
key)?value:new Class2({type:"nonoptional",innerType:value})),clone(schema,mergeDefs(schema._zod.def,{shape:newShape}))}function aborted(x2,startIndex=0){if(x2.aborted===
!0)return!0;for(let i2=startIndex;i2<x2.issues.length;i2++)if(x2.issues[i2]?.continue!==!0)return!0;return!1}function explicitlyAborted(x2,startIndex=0){if(x2.aborted===
!0)return!0;for(let i2=startIndex;i2<x2.issues.length;i2++)if(x2.issues[i2]?.continue===!1)return!0;return!1}function prefixIssues(path6,issues){return issues.map(
iss=>{var _a4;return(_a4=iss).path??(_a4.path=[]),iss.path.unshift(path6),iss})}function unwrapMessage(message){return typeof message=="string"?message:message?.
message}function sizeCaps(defChecks){let caps=[];for(let ch of defChecks??[]){let d=ch._zod.def;if(!/_(length|size)$|_equals$/.test(d.check))break;let max2=d.maximum??
d.length??d.size;max2>=0&&caps.push([max2,ch])}return caps}function attachSchema(issues,start,inst){var _a4;for(let i2=start;i2<issues.length;i2++)(_a4=issues[i2]).
schema??(_a4.schema=inst)}function finalizeIssue(iss,ctx,config2){var _a4;let traits=iss.inst?._zod?.traits;traits?.has("$ZodType")&&(traits.has("$ZodCheck")?(_a4=
iss).schema??(_a4.schema=iss.inst):iss.schema=iss.inst);let schemaError=iss.schema!==iss.inst?iss.schema?._zod.def?.error:void 0,message=iss.message?iss.message:
unwrapMessage(iss.inst?._zod.def?.error?.(iss))??unwrapMessage(schemaError?.(iss))??unwrapMessage(ctx?.error?.(iss))??unwrapMessage(config2.customError?.(iss))??
unwrapMessage(config2.localeError?.(iss))??"Invalid input",full={};for(let k of Object.keys(iss))k==="inst"||k==="schema"||k==="continue"||k==="input"||k==="__p\
roto__"||(full[k]=iss[k]);return full.path??(full.path=[]),full.message=message,ctx?.reportInput&&(full.input=iss.input),full}function getSizableOrigin(input){return input instanceof
Set?"set":input instanceof Map?"map":input instanceof File?"file":"unknown"}var highSurrogate=/[\uD800-\uDBFF]/;function codePointLength(str){let units=str.length;
if(!highSurrogate.test(str))return units;let count=units;for(let i2=0;i2<units-1;i2++)(str.charCodeAt(i2)&64512)===55296&&(str.charCodeAt(i2+1)&64512)===56320&&
(count--,i2++);return count}function getLengthableOrigin(input){return Array.isArray(input)?"array":typeof input=="string"?"string":"unknown"}function parsedType(data){
let t=typeof data;switch(t){case"number":return Number.isNaN(data)?"nan":"number";case"object":{if(data===null)return"null";if(Array.isArray(data))return"array";
let obj=data;if(obj&&Object.getPrototypeOf(obj)!==Object.prototype&&"constructor"in obj&&obj.constructor)return obj.constructor.name}}return t}function issue(...args){
let[iss,input,inst]=args;return typeof iss=="string"?{message:iss,code:"custom",input,inst}:{...iss}}function cleanEnum(obj){return Object.entries(obj).filter(([
k,_])=>Number.isNaN(Number.parseInt(k,10))).map(el=>el[1])}function base64ToUint8Array(base642){let binaryString=atob(base642),bytes=new Uint8Array(binaryString.
length);for(let i2=0;i2<binaryString.length;i2++)bytes[i2]=binaryString.charCodeAt(i2);return bytes}function uint8ArrayToBase64(bytes){let binaryString="";for(let i2=0;i2<
bytes.length;i2++)binaryString+=String.fromCharCode(bytes[i2]);return btoa(binaryString)}function base64urlToUint8Array(base64url2){let base642=base64url2.replace(
/-/g,"+").replace(/_/g,"/"),padding="=".repeat((4-base642.length%4)%4);return base64ToUint8Array(base642+padding)}function uint8ArrayToBase64url(bytes){return uint8ArrayToBase64(
bytes).replace(/\+/g,"-").replace(/\//g,"_").replace(/=/g,"")}function hexToUint8Array(hex){let cleanHex=hex.replace(/^0x/,"");if(cleanHex.length%2!==0)throw new Error(
"Invalid hex string length");let bytes=new Uint8Array(cleanHex.length/2);for(let i2=0;i2<cleanHex.length;i2+=2)bytes[i2/2]=Number.parseInt(cleanHex.slice(i2,i2+
2),16);return bytes}function uint8ArrayToHex(bytes){return Array.from(bytes).map(b=>b.toString(16).padStart(2,"0")).join("")}var Class=class{constructor(..._args){}};
function members(proto,table){for(let key in table){let desc=Object.getOwnPropertyDescriptor(table,key);desc.get?Object.defineProperty(proto,key,{...desc,enumerable:!1}):
defineBound(proto,key,desc.value)}}function own(inst,key,value,enumerable=!0){return Object.defineProperty(inst,key,{configurable:!0,writable:!0,enumerable,value}),
value}function hide(inst,key,value){return own(inst,key,value,!1)}function derived(computes,table){for(let key in computes){let compute=computes[key];Object.defineProperty(
table,key,{configurable:!0,enumerable:!0,get(){return own(this,key,compute(this))},set(value){own(this,key,value)}})}return table}function defineBound(proto,key,fn){
Object.defineProperty(proto,key,{configurable:!0,get(){return this==null?fn:own(this,key,fn.bind(this))},set(value){own(this,key,value)}})}function claim(inst,sentinel){
let proto=Object.getPrototypeOf(inst);return sentinel in proto?void 0:proto}var installing,broke=!1,breaker={configurable:!0,get(){broke=!0}};function defineLazyInternal(inst,key,compute){
let proto=Object.getPrototypeOf(inst._zod);if(key in proto&&installing!==inst._zod){installing=void 0;return}installing=inst._zod,Object.defineProperty(proto,key,
{configurable:!0,get(){Object.defineProperty(this,key,breaker);let outer=broke;broke=!1;try{let value=compute(this);return broke?delete this[key]:Object.defineProperty(
this,key,{configurable:!0,writable:!0,value}),broke=broke||outer,value}catch(err2){throw delete this[key],broke=broke||outer,err2}},set(value){Object.defineProperty(
this,key,{configurable:!0,writable:!0,value})}})}function installLazyProp(inst,key,make,enumerable){let proto=claim(inst,key);proto&&Object.defineProperty(proto,
key,{configurable:!0,get(){let desc={configurable:!0,writable:!0,enumerable,value:void 0};return Object.defineProperty(this,key,desc),desc.value=make(this),Object.
defineProperty(this,key,desc),desc.value},set(value){Object.defineProperty(this,key,{configurable:!0,writable:!0,enumerable,value})}})}var CONSTANT_CATCH="~cons\
tantCatch";function constantCatch(value){let fn=()=>value;return fn[CONSTANT_CATCH]=!0,fn}var _a;var _zodDesc={value:void 0,enumerable:!1},_E="captureStackTrace"in Error?Error:null;function newError(Definition){let E=_E;if(E){let saved=E.stackTraceLimit;if(typeof saved==
"number"){try{E.stackTraceLimit=0}catch{return _E=null,new Definition}try{return new Definition}finally{E.stackTraceLimit=saved}}}return new Definition}function $constructor(name,initializer3,proto,params){
let zodProto={};function Internals(def){this.def=def,this.constr=_,this.traits=new Set}Internals.prototype=zodProto;let protoMembers=proto,initialized=protoMembers&&
new WeakSet;function init(inst,def){if(inst._zod){if(inst._zod.traits.has(name))return}else{_zodDesc.value=new Internals(def);try{Object.defineProperty(inst,"_z\
od",_zodDesc)}finally{_zodDesc.value=void 0}}if(inst._zod.traits.add(name),initializer3(inst,def),initialized){let own2=Object.getPrototypeOf(inst),ctorProto=inst.
_zod.constr.prototype,up=own2;for(;up&&up!==ctorProto;)up=Object.getPrototypeOf(up);let target=up??own2;initialized.has(target)||(initialized.add(target),members(
target,protoMembers))}let proto2=_.prototype;for(let k in proto2)Object.prototype.hasOwnProperty.call(proto2,k)&&(k in inst||(inst[k]=proto2[k].bind(inst)))}let Parent=params?.
Parent??Object;class Definition extends Parent{}Object.defineProperty(Definition,"name",{value:name});function _(def){let inst=params?.Parent?newError(Definition):
this;init(inst,def);let deferred=inst._zod.deferred;if(deferred){for(let fn of deferred)fn();inst._zod.deferred=void 0}let pp=globalThis.__zod_globalConfig?.postProcessor;
return pp&&pp(inst),inst}return Object.defineProperty(_,"init",{value:init}),Object.defineProperty(_,Symbol.hasInstance,{value:inst=>params?.Parent&&inst instanceof
params.Parent?!0:inst?._zod?.traits?.has(name)}),Object.defineProperty(_,"name",{value:name}),_}var $ZodAsyncError=class extends Error{constructor(){super("Encountered Promise during synchronous parse. Use .parseAsync() instead.")}},$ZodEncodeError=class extends Error{constructor(name){
super(`Encountered unidirectional transform during encode: ${name}`),this.name="ZodEncodeError"}};(_a=globalThis).__zod_globalConfig??(_a.__zod_globalConfig={});
var globalConfig=globalThis.__zod_globalConfig;function config(newConfig){return newConfig&&Object.assign(globalConfig,newConfig),globalConfig}function _getMessage(){let internals=this._zod;return internals.message??(internals.message=JSON.stringify(internals.def,jsonStringifyReplacer,2)),internals.message}
function _setMessage(value){this._zod.message=value}var _messageDesc={get:_getMessage,set:_setMessage,enumerable:!0,configurable:!0},_issuesDesc={value:void 0,enumerable:!1},
_installedToString=new WeakSet([Object.prototype,Error.prototype]),initializer=(inst,def)=>{inst.name="$ZodError",_issuesDesc.value=def,Object.defineProperty(inst,
"issues",_issuesDesc),_issuesDesc.value=void 0,Object.defineProperty(inst,"message",_messageDesc);let proto=Object.getPrototypeOf(inst);_installedToString.has(proto)||
(_installedToString.add(proto),Object.defineProperty(proto,"toString",{configurable:!0,enumerable:!1,get(){let value=()=>this.message;return Object.defineProperty(
this,"toString",{value,configurable:!0,writable:!0}),value},set(value){Object.defineProperty(this,"toString",{value,configurable:!0,writable:!0})}}))},$ZodError=$constructor(
"$ZodError",initializer),$ZodRealError=$constructor("$ZodError",initializer,void 0,{Parent:Error});function node(obj,key,make){return Object.prototype.hasOwnProperty.
call(obj,key)||(key==="__proto__"?Object.defineProperty(obj,key,{value:make(),writable:!0,enumerable:!0,configurable:!0}):obj[key]=make()),obj[key]}function flattenError(error2,mapper=issue2=>issue2.
message){let fieldErrors={},formErrors=[];for(let sub of error2.issues)sub.path.length>0?node(fieldErrors,sub.path[0],()=>[]).push(mapper(sub)):formErrors.push(
mapper(sub));return{formErrors,fieldErrors}}function formatError(error2,mapper=issue2=>issue2.message){let fieldErrors={_errors:[]},processError=(error3,path6=[])=>{
for(let issue2 of error3.issues)if(issue2.code==="invalid_union"&&issue2.errors.length)issue2.errors.map(issues=>processError({issues},[...path6,...issue2.path]));else if(issue2.
code==="invalid_key")processError({issues:issue2.issues},[...path6,...issue2.path]);else if(issue2.code==="invalid_element")processError({issues:issue2.issues},
[...path6,...issue2.path]);else{let fullpath=[...path6,...issue2.path];if(fullpath.length===0)fieldErrors._errors.push(mapper(issue2));else{let curr=fieldErrors,
i2=0;for(;i2<fullpath.length;){let el=fullpath[i2],terminal=i2===fullpath.length-1;if(el==="_errors"){terminal&&curr._errors.push(mapper(issue2)),i2++;continue}
Object.prototype.hasOwnProperty.call(curr,el)||Object.defineProperty(curr,el,{value:{_errors:[]},enumerable:!0,writable:!0,configurable:!0});let node2=curr[el];
terminal&&node2._errors.push(mapper(issue2)),curr=node2,i2++}}}};return processError(error2),fieldErrors}function toDotPath(_path){let segs=[],path6=_path.map(seg=>typeof seg=="object"?seg.key:seg);for(let seg of path6)typeof seg=="number"?segs.push(`[${seg}]`):typeof seg==
"symbol"?segs.push(`[${JSON.stringify(String(seg))}]`):/[^\w$]/.test(seg)?segs.push(`[${JSON.stringify(seg)}]`):(segs.length&&segs.push("."),segs.push(seg));return segs.
join("")}function prettifyError(error2){let lines=[],issues=[...error2.issues].sort((a,b)=>(a.path??[]).length-(b.path??[]).length);for(let issue2 of issues)lines.
push(`\u2716 ${issue2.message}`),issue2.path?.length&&lines.push(`  \u2192 at ${toDotPath(issue2.path)}`);return lines.join(`
`)}function finalizeParams(callee,params){return{callee:params?.callee??callee,Err:params?.Err}}var _parse=_Err=>{let fn=(schema,value,_ctx,_params)=>{let ctx=_ctx?
{..._ctx,async:!1}:{async:!1},result=schema._zod.run({value,issues:[]},ctx);if(result instanceof Promise)throw new $ZodAsyncError;if(result.issues.length){let e=new(_params?.
Err??_Err)(result.issues.map(iss=>finalizeIssue(iss,ctx,config())));throw captureStackTrace(e,_params?.callee??fn),e}return result.value};return fn};var _parseAsync=_Err=>{let fn=async(schema,value,_ctx,params)=>{let ctx=_ctx?{..._ctx,async:!0}:{async:!0},result=schema._zod.run({value,issues:[]},ctx);if(result instanceof
Promise&&(result=await result),result.issues.length){let e=new(params?.Err??_Err)(result.issues.map(iss=>finalizeIssue(iss,ctx,config())));throw captureStackTrace(
e,params?.callee??fn),e}return result.value};return fn};var _safeParse=_Err=>(schema,value,_ctx)=>{let ctx=_ctx?{..._ctx,async:!1}:{async:!1},result=schema._zod.run({value,issues:[]},ctx);if(result instanceof Promise)
throw new $ZodAsyncError;return result.issues.length?failure(_Err,result.issues,ctx):{success:!0,data:result.value}};function failure(Err,issues,ctx){let error2;return{success:!1,get error(){return error2||(error2=new Err(issues.map(iss=>finalizeIssue(iss,ctx,config()))),issues=
void 0,ctx=void 0),error2},set error(e){error2=e,issues=void 0,ctx=void 0}}}var _safeParseAsync=_Err=>async(schema,value,_ctx)=>{let ctx=_ctx?{..._ctx,async:!0}:
{async:!0},result=schema._zod.run({value,issues:[]},ctx);return result instanceof Promise&&(result=await result),result.issues.length?failure(_Err,result.issues,
ctx):{success:!0,data:result.value}};var COMPILE_INVALID=Symbol.for("zod.compile.invalid"),COMPILE_FALLBACK=Symbol.for("zod.compile.fallback"),validate=((schema,value,_ctx)=>{let validator=schema._zod.
bag.validator;if(validator!==void 0){if(validator(value)!==COMPILE_INVALID)return!0;if(validator.definite===!0&&_ctx===void 0)return!1}return validateFallback(schema,
value,_ctx)});function validateFallback(schema,value,_ctx){let ctx=_ctx?{..._ctx,async:!1,abortEarly:!0}:{async:!1,abortEarly:!0},fallbackRun=schema._zod.bag.fallbackRun,
result;if(fallbackRun?(ctx[COMPILE_FALLBACK]=!0,result=fallbackRun({value,issues:[]},ctx)):result=schema._zod.run({value,issues:[]},ctx),result instanceof Promise)
throw new $ZodAsyncError;return result.issues.length===0}var validateAsync=async(schema,value,_ctx)=>{let ctx=_ctx?{..._ctx,async:!0,abortEarly:!0}:{async:!0,abortEarly:!0},
result=schema._zod.run({value,issues:[]},ctx);return result instanceof Promise&&(result=await result),result.issues.length===0},_encode=_Err=>{let parse2=_parse(
_Err),fn=(schema,value,_ctx,_params)=>{let ctx=_ctx?{..._ctx,direction:"backward"}:{direction:"backward"};return parse2(schema,value,ctx,finalizeParams(fn,_params))};
return fn};var _decode=_Err=>{let parse2=_parse(_Err),fn=(schema,value,_ctx,_params)=>parse2(schema,value,_ctx,finalizeParams(fn,_params));return fn};var _encodeAsync=_Err=>{let parseAsync2=_parseAsync(_Err),fn=async(schema,value,_ctx,_params)=>{let ctx=_ctx?{..._ctx,direction:"backward"}:{direction:"backward"};
return await parseAsync2(schema,value,ctx,finalizeParams(fn,_params))};return fn};var _decodeAsync=_Err=>{let parseAsync2=_parseAsync(_Err),fn=async(schema,value,_ctx,_params)=>await parseAsync2(schema,value,_ctx,finalizeParams(fn,_params));return fn};var _safeEncode=_Err=>(schema,value,_ctx)=>{let ctx=_ctx?{..._ctx,direction:"backward"}:{direction:"backward"};return _safeParse(_Err)(schema,value,ctx)};var _safeDecode=_Err=>(schema,value,_ctx)=>_safeParse(_Err)(schema,value,_ctx);var _safeEncodeAsync=_Err=>async(schema,value,_ctx)=>{let ctx=_ctx?{..._ctx,direction:"backward"}:{direction:"backward"};return _safeParseAsync(_Err)(schema,value,
ctx)};var _safeDecodeAsync=_Err=>async(schema,value,_ctx)=>_safeParseAsync(_Err)(schema,value,_ctx);var cuid=/^[cC][0-9a-z]{6,}$/,cuid2=/^[0-9a-z]+$/,ulid=/^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$/,xid=/^[0-9a-vA-V]{20}$/,ksuid=/^[A-Za-z0-9]{27}$/,nanoid=/^[a-zA-Z0-9_-]{21}$/;
function nanoidOfLength(length){return new RegExp(`^[a-zA-Z0-9_-]{${length}}$`)}var duration=/^P(?:(\d+W)|(?!.*W)(?=\d|T\d)(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?)$/;var guid=/^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$/,uuid=version2=>version2?new RegExp(`^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-${version2}\
[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12})$`):/^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$/;var email=/^(?:[A-Za-z0-9_'+\-]+\.)*[A-Za-z0-9_'+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$/;var _emoji="^(?=[\\s\\S]*[\\p{Extended_Pictographic}\\p{Regional_Indicator}\\u20E3])[\\p{Extended_Pictographic}\\p{Emoji_Component}]+$";function emoji(){return new RegExp(
_emoji,"u")}var ipv4=/^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])$/,ipv6=/^(([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,7}:|([0-9a-fA-F]{1,4}:){1,6}:[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,5}(:[0-9a-fA-F]{1,4}){1,2}|([0-9a-fA-F]{1,4}:){1,4}(:[0-9a-fA-F]{1,4}){1,3}|([0-9a-fA-F]{1,4}:){1,3}(:[0-9a-fA-F]{1,4}){1,4}|([0-9a-fA-F]{1,4}:){1,2}(:[0-9a-fA-F]{1,4}){1,5}|[0-9a-fA-F]{1,4}:((:[0-9a-fA-F]{1,4}){1,6})|:((:[0-9a-fA-F]{1,4}){1,7}|:))$/;var cidrv4=/^((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\.){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\/([0-9]|[1-2][0-9]|3[0-2])$/,cidrv6=/^(([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,7}:|([0-9a-fA-F]{1,4}:){1,6}:[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,5}(:[0-9a-fA-F]{1,4}){1,2}|([0-9a-fA-F]{1,4}:){1,4}(:[0-9a-fA-F]{1,4}){1,3}|([0-9a-fA-F]{1,4}:){1,3}(:[0-9a-fA-F]{1,4}){1,4}|([0-9a-fA-F]{1,4}:){1,2}(:[0-9a-fA-F]{1,4}){1,5}|[0-9a-fA-F]{1,4}:((:[0-9a-fA-F]{1,4}){1,6})|:((:[0-9a-fA-F]{1,4}){1,7}|:))\/(12[0-8]|1[01][0-9]|[1-9]?[0-9])$/,
base64=/^$|^(?:[0-9a-zA-Z+/]{4})*(?:(?:[0-9a-zA-Z+/]{2}==)|(?:[0-9a-zA-Z+/]{3}=))?$/,base64url=/^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2,3})?$/;var httpProtocol=/^https?$/,e164=/^\+[1-9]\d{6,14}$/;var dateSource="(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469\
]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))";function anchor(source){return new RegExp(`^${source}$`)}var date=anchor(dateSource);function timeSource(args){
let hhmm="(?:[01]\\d|2[0-3]):[0-5]\\d";return typeof args.precision=="number"?args.precision===-1?`${hhmm}`:args.precision===0?`${hhmm}:[0-5]\\d`:`${hhmm}:[0-5]\
\\d\\.\\d{${args.precision}}`:args.seconds?`${hhmm}:[0-5]\\d(?:\\.\\d+)?`:`${hhmm}(?::[0-5]\\d(?:\\.\\d+)?)?`}function time(args){return new RegExp(`^${timeSource(
args)}$`)}function datetime(args){let opts=["Z"];args.offset&&opts.push("([+-](?:[01]\\d|2[0-3]):[0-5]\\d)");let qualified=`${timeSource({precision:args.precision,
seconds:!0})}(?:${opts.join("|")})`,timeRegex=args.local?`${qualified}|${timeSource({precision:args.precision})}`:qualified;return new RegExp(`^${dateSource}T(?\
:${timeRegex})$`)}var anyString=/^[\s\S]{0,}$/;var bigint=/^-?\d+n?$/,integer=/^-?\d+$/,number=/^-?\d+(?:\.\d+)?$/,boolean=/^(?:true|false)$/i,_null=/^null$/i;var lowercase=/^[^A-Z]*$/,uppercase=/^[^a-z]*$/;var $ZodCheck=$constructor("$ZodCheck",(inst,def)=>{var _a4;inst._zod??(inst._zod={}),inst._zod.def=def,(_a4=inst._zod).onattach??(_a4.onattach=[])});var _whenHasLength=payload=>{let val=payload.value;return!nullish(val)&&val.length!==void 0},numericOriginMap={number:"number",bigint:"bigint",object:"date"},$ZodCheckLessThan=$constructor(
"$ZodCheckLessThan",(inst,def)=>{$ZodCheck.init(inst,def);let origin=numericOriginMap[typeof def.value];inst._zod.check=payload=>{(def.inclusive?payload.value<=
def.value:payload.value<def.value)||payload.issues.push({origin:numericOriginMap[typeof payload.value]??origin,code:"too_big",maximum:typeof def.value=="object"?
def.value.getTime():def.value,input:payload.value,inclusive:def.inclusive,inst,continue:!def.abort})}}),$ZodCheckGreaterThan=$constructor("$ZodCheckGreaterThan",
(inst,def)=>{$ZodCheck.init(inst,def);let origin=numericOriginMap[typeof def.value];inst._zod.check=payload=>{(def.inclusive?payload.value>=def.value:payload.value>
def.value)||payload.issues.push({origin:numericOriginMap[typeof payload.value]??origin,code:"too_small",minimum:typeof def.value=="object"?def.value.getTime():def.
value,input:payload.value,inclusive:def.inclusive,inst,continue:!def.abort})}}),$ZodCheckMultipleOf=$constructor("$ZodCheckMultipleOf",(inst,def)=>{$ZodCheck.init(
inst,def),inst._zod.check=payload=>{if(typeof payload.value!=typeof def.value)throw new Error("Cannot mix number and bigint in multiple_of check.");(typeof payload.
value=="bigint"?def.value!==BigInt(0)&&payload.value%def.value===BigInt(0):floatSafeRemainder(payload.value,def.value)===0)||payload.issues.push({origin:typeof payload.
value,code:"not_multiple_of",divisor:def.value,input:payload.value,inst,continue:!def.abort})}}),$ZodCheckNumberFormat=$constructor("$ZodCheckNumberFormat",(inst,def)=>{
$ZodCheck.init(inst,def),def.format=def.format||"float64";let isInt=def.format?.includes("int"),origin=isInt?"int":"number",[minimum,maximum]=NUMBER_FORMAT_RANGES[def.
format];inst._zod.check=payload=>{let input=payload.value;if(isInt){if(!Number.isInteger(input)){payload.issues.push({expected:origin,format:def.format,code:"in\
valid_type",continue:!1,input,inst});return}if(!Number.isSafeInteger(input)){input>0?payload.issues.push({input,code:"too_big",maximum:Number.MAX_SAFE_INTEGER,note:"\
Integers must be within the safe integer range.",inst,origin,inclusive:!0,continue:!def.abort}):payload.issues.push({input,code:"too_small",minimum:Number.MIN_SAFE_INTEGER,
note:"Integers must be within the safe integer range.",inst,origin,inclusive:!0,continue:!def.abort});return}}input<minimum&&payload.issues.push({origin:"number",
input,code:"too_small",minimum,inclusive:!0,inst,continue:!def.abort}),input>maximum&&payload.issues.push({origin:"number",input,code:"too_big",maximum,inclusive:!0,
inst,continue:!def.abort})}});var $ZodCheckMaxLength=$constructor("$ZodCheckMaxLength",(inst,def)=>{var _a4;$ZodCheck.init(inst,def),(_a4=inst._zod.def).when??(_a4.when=_whenHasLength),inst.
_zod.check=payload=>{let input=payload.value,units=input.length;if((typeof input=="string"&&units>def.maximum?codePointLength(input):units)<=def.maximum)return;
let origin=getLengthableOrigin(input);payload.issues.push({origin,code:"too_big",maximum:def.maximum,inclusive:!0,input,inst,continue:!def.abort})}}),$ZodCheckMinLength=$constructor(
"$ZodCheckMinLength",(inst,def)=>{var _a4;$ZodCheck.init(inst,def),(_a4=inst._zod.def).when??(_a4.when=_whenHasLength),inst._zod.check=payload=>{let input=payload.
value,units=input.length;if((typeof input=="string"&&units>=def.minimum&&units<def.minimum*2?codePointLength(input):units)>=def.minimum)return;let origin=getLengthableOrigin(
input);payload.issues.push({origin,code:"too_small",minimum:def.minimum,inclusive:!0,input,inst,continue:!def.abort})}}),$ZodCheckLengthEquals=$constructor("$Zo\
dCheckLengthEquals",(inst,def)=>{var _a4;$ZodCheck.init(inst,def),(_a4=inst._zod.def).when??(_a4.when=_whenHasLength),inst._zod.check=payload=>{let input=payload.
value,units=input.length,length=typeof input=="string"&&units>=def.length&&units<=def.length*2?codePointLength(input):units;if(length===def.length)return;let origin=getLengthableOrigin(
input),tooBig=length>def.length;payload.issues.push({origin,...tooBig?{code:"too_big",maximum:def.length}:{code:"too_small",minimum:def.length},inclusive:!0,exact:!0,
input:payload.value,inst,continue:!def.abort})}}),$ZodCheckStringFormat=$constructor("$ZodCheckStringFormat",(inst,def)=>{var _a4,_b2;$ZodCheck.init(inst,def),def.
pattern?(_a4=inst._zod).check??(_a4.check=payload=>{def.pattern.lastIndex=0,!def.pattern.test(payload.value)&&payload.issues.push({origin:"string",code:"invalid\
_format",format:def.format,input:payload.value,...def.pattern?{pattern:def.pattern.toString()}:{},inst,continue:!def.abort})}):(_b2=inst._zod).check??(_b2.check=
()=>{})}),$ZodCheckRegex=$constructor("$ZodCheckRegex",(inst,def)=>{$ZodCheckStringFormat.init(inst,def),inst._zod.check=payload=>{def.pattern.lastIndex=0,!def.
pattern.test(payload.value)&&payload.issues.push({origin:"string",code:"invalid_format",format:"regex",input:payload.value,pattern:def.pattern.toString(),inst,continue:!def.
abort})}}),$ZodCheckLowerCase=$constructor("$ZodCheckLowerCase",(inst,def)=>{def.pattern??(def.pattern=lowercase),$ZodCheckStringFormat.init(inst,def)}),$ZodCheckUpperCase=$constructor(
"$ZodCheckUpperCase",(inst,def)=>{def.pattern??(def.pattern=uppercase),$ZodCheckStringFormat.init(inst,def)}),$ZodCheckIncludes=$constructor("$ZodCheckIncludes",
(inst,def)=>{$ZodCheck.init(inst,def);let escapedRegex=escapeRegex(def.includes),pattern=new RegExp(typeof def.position=="number"?`^.{${def.position},}${escapedRegex}`:
escapedRegex);def.pattern=pattern,inst._zod.check=payload=>{payload.value.includes(def.includes,def.position)||payload.issues.push({origin:"string",code:"invali\
d_format",format:"includes",includes:def.includes,input:payload.value,inst,continue:!def.abort})}}),$ZodCheckStartsWith=$constructor("$ZodCheckStartsWith",(inst,def)=>{
$ZodCheck.init(inst,def);let pattern=new RegExp(`^${escapeRegex(def.prefix)}.*`);def.pattern??(def.pattern=pattern),inst._zod.check=payload=>{payload.value.startsWith(
def.prefix)||payload.issues.push({origin:"string",code:"invalid_format",format:"starts_with",prefix:def.prefix,input:payload.value,inst,continue:!def.abort})}}),
$ZodCheckEndsWith=$constructor("$ZodCheckEndsWith",(inst,def)=>{$ZodCheck.init(inst,def);let pattern=new RegExp(`.*${escapeRegex(def.suffix)}$`);def.pattern??(def.
pattern=pattern),inst._zod.check=payload=>{payload.value.endsWith(def.suffix)||payload.issues.push({origin:"string",code:"invalid_format",format:"ends_with",suffix:def.
suffix,input:payload.value,inst,continue:!def.abort})}});var $ZodCheckOverwrite=$constructor("$ZodCheckOverwrite",(inst,def)=>{$ZodCheck.init(inst,def),inst._zod.check=payload=>{payload.value=def.tx(payload.value)}});var Doc=class{constructor(args=[],closed={}){this.content=[],this.indent=0,this.args=args,this.closed=closed}indented(fn){this.indent+=1;try{fn(this)}finally{this.
indent-=1}}write(arg){if(typeof arg=="function"){arg(this,{execution:"sync"}),arg(this,{execution:"async"});return}let lines=arg.split(`
`).filter(x2=>x2),minIndent=Math.min(...lines.map(x2=>x2.length-x2.trimStart().length)),dedented=lines.map(x2=>x2.slice(minIndent)).map(x2=>" ".repeat(this.indent*
2)+x2);for(let line of dedented)this.content.push(line)}compile(){let F=Function,content=this?.content??[""];return new F(...Object.keys(this.closed),`return fu\
nction (${this.args.join(", ")}) {
${content.join(`
`)}
};`)(...Object.values(this.closed))}};var version={major:4,minor:6,patch:7};var $ZodType=$constructor("$ZodType",(inst,def)=>{var _a4;inst??(inst={}),inst._zod.def=def,inst._zod.bag=inst._zod.bag||{},inst._zod.version=version;let defChecks=inst.
_zod.def.checks,checks=inst._zod.traits.has("$ZodCheck")?[inst,...defChecks??[]]:defChecks?.length?[...defChecks]:[];for(let ch of checks)for(let fn of ch._zod.
onattach)fn(inst);if(checks.length===0)(_a4=inst._zod).deferred??(_a4.deferred=[]),inst._zod.deferred?.push(()=>{inst._zod.run=inst._zod.parse});else{let runChecks=(payload,checks2,ctx)=>{
if(payload.memo)return payload;let isAborted=aborted(payload),asyncResult;for(let ch of checks2){if(ch._zod.def.when){if(explicitlyAborted(payload)||!ch._zod.def.
when(payload))continue}else if(isAborted)continue;let currLen=payload.issues.length,_=ch._zod.check(payload);if(_ instanceof Promise&&ctx?.async===!1)throw new $ZodAsyncError;
if(asyncResult||_ instanceof Promise)asyncResult=(asyncResult??Promise.resolve()).then(async()=>{await _,payload.issues.length!==currLen&&(attachSchema(payload.
issues,currLen,inst),isAborted||(isAborted=aborted(payload,currLen)))});else{if(payload.issues.length===currLen)continue;attachSchema(payload.issues,currLen,inst),
isAborted||(isAborted=aborted(payload,currLen))}}return asyncResult?asyncResult.then(()=>payload):payload},handleCanaryResult=(canary,payload,ctx)=>{if(aborted(
canary))return canary.aborted=!0,canary;let checkResult=runChecks(payload,checks,ctx);if(checkResult instanceof Promise){if(ctx.async===!1)throw new $ZodAsyncError;
return checkResult.then(checkResult2=>inst._zod.parse(checkResult2,ctx))}return inst._zod.parse(checkResult,ctx)};inst._zod.run=(payload,ctx)=>{if(ctx.skipChecks)
return inst._zod.parse(payload,ctx);if(ctx.direction==="backward"){let canary=inst._zod.parse({value:payload.value,issues:[]},{...ctx,skipChecks:!0});return canary instanceof
Promise?canary.then(canary2=>handleCanaryResult(canary2,payload,ctx)):handleCanaryResult(canary,payload,ctx)}let result=inst._zod.parse(payload,ctx);if(result instanceof
Promise){if(ctx.async===!1)throw new $ZodAsyncError;return result.then(result2=>runChecks(result2,checks,ctx))}return runChecks(result,checks,ctx)}}},{get"~stan\
dard"(){return hide(this,"~standard",standardProps(this))},set"~standard"(value){own(this,"~standard",value)}}),toStandardResult=(r,ctx)=>r.issues.length?{issues:r.
issues.map(iss=>finalizeIssue(iss,ctx,config()))}:{value:r.value};async function validateAsync2(inst,value){let ctx={async:!0};return toStandardResult(await inst.
_zod.run({value,issues:[]},ctx),ctx)}function standardProps(inst){return{validate:value=>{let ctx={async:!1};try{let r=inst._zod.run({value,issues:[]},ctx);if(!(r instanceof
Promise))return toStandardResult(r,ctx)}catch{}return validateAsync2(inst,value)},vendor:"zod",version:1}}var $ZodString=$constructor("$ZodString",(inst,def)=>{
$ZodType.init(inst,def),inst._zod.pattern=def.pattern??anyString,inst._zod.parse=(payload,_)=>{if(def.coerce)try{payload.value=String(payload.value)}catch{}return typeof payload.
value=="string"||payload.issues.push({expected:"string",code:"invalid_type",input:payload.value,inst}),payload}}),$ZodStringFormat=$constructor("$ZodStringForma\
t",(inst,def)=>{$ZodCheckStringFormat.init(inst,def),$ZodString.init(inst,def)}),$ZodGUID=$constructor("$ZodGUID",(inst,def)=>{def.pattern??(def.pattern=guid),$ZodStringFormat.
init(inst,def)}),$ZodUUID=$constructor("$ZodUUID",(inst,def)=>{if(def.version){let v={v1:1,v2:2,v3:3,v4:4,v5:5,v6:6,v7:7,v8:8}[def.version];if(v===void 0)throw new Error(
`Invalid UUID version: "${def.version}"`);def.pattern??(def.pattern=uuid(v))}else def.pattern??(def.pattern=uuid());$ZodStringFormat.init(inst,def)}),$ZodEmail=$constructor(
"$ZodEmail",(inst,def)=>{def.pattern??(def.pattern=email),$ZodStringFormat.init(inst,def)}),URL_BAD_FORMAT=1,URL_UNPARSEABLE=2;function canParseURL(input){try{return typeof URL<
"u"&&typeof URL.canParse=="function"?URL.canParse(input):(new URL(input),!0)}catch{return!1}}function validateURL(trimmed,def){return!("normalize"in def)&&!("ho\
stname"in def)&&!("protocol"in def)?canParseURL(trimmed)||URL_UNPARSEABLE:parseURLObject(trimmed,def)}function parseURLObject(trimmed,def){if(!def.normalize&&def.
protocol?.source===httpProtocol.source&&!/^https?:\/\//i.test(trimmed))return URL_BAD_FORMAT;try{if(typeof URL<"u"){let URLStatic=URL;if(typeof URLStatic.parse==
"function")return URLStatic.parse(trimmed)??URL_UNPARSEABLE}return new URL(trimmed)}catch{return URL_UNPARSEABLE}}var asciiTabOrNewline=/[\t\n\r]/g;function stripTabAndNewline(value){
return value.replace(asciiTabOrNewline,"")}function urlHostnameOk(url2,hostname){return hostname.lastIndex=0,hostname.test(url2.hostname)}function urlProtocolOk(url2,protocol){
return protocol.lastIndex=0,protocol.test(url2.protocol.endsWith(":")?url2.protocol.slice(0,-1):url2.protocol)}var $ZodURL=$constructor("$ZodURL",(inst,def)=>{$ZodStringFormat.
init(inst,def),inst._zod.check=payload=>{try{let trimmed=payload.value.trim(),url2=validateURL(trimmed,def);if(url2===URL_BAD_FORMAT){payload.issues.push({code:"\
invalid_format",format:"url",note:"Invalid URL format",input:payload.value,inst,continue:!def.abort});return}if(url2===URL_UNPARSEABLE){payload.issues.push({code:"\
invalid_format",format:"url",input:payload.value,inst,continue:!def.abort});return}if(url2===!0){payload.value=stripTabAndNewline(trimmed);return}def.hostname&&
!urlHostnameOk(url2,def.hostname)&&payload.issues.push({code:"invalid_format",format:"url",note:"Invalid hostname",pattern:def.hostname.source,input:payload.value,
inst,continue:!def.abort}),def.protocol&&!urlProtocolOk(url2,def.protocol)&&payload.issues.push({code:"invalid_format",format:"url",note:"Invalid protocol",pattern:def.
protocol.source,input:payload.value,inst,continue:!def.abort}),payload.value=def.normalize?url2.href:stripTabAndNewline(trimmed);return}catch{payload.issues.push(
{code:"invalid_format",format:"url",input:payload.value,inst,continue:!def.abort})}}}),$ZodEmoji=$constructor("$ZodEmoji",(inst,def)=>{def.pattern??(def.pattern=
emoji()),$ZodStringFormat.init(inst,def)}),$ZodNanoID=$constructor("$ZodNanoID",(inst,def)=>{if(def.length!==void 0&&(!Number.isInteger(def.length)||def.length<
1))throw new Error(`Invalid nanoid length: ${def.length}`);def.pattern??(def.pattern=def.length===void 0?nanoid:nanoidOfLength(def.length)),$ZodStringFormat.init(
inst,def)}),$ZodCUID=$constructor("$ZodCUID",(inst,def)=>{def.pattern??(def.pattern=cuid),$ZodStringFormat.init(inst,def)}),$ZodCUID2=$constructor("$ZodCUID2",(inst,def)=>{
def.pattern??(def.pattern=cuid2),$ZodStringFormat.init(inst,def)}),$ZodULID=$constructor("$ZodULID",(inst,def)=>{def.pattern??(def.pattern=ulid),$ZodStringFormat.
init(inst,def)}),$ZodXID=$constructor("$ZodXID",(inst,def)=>{def.pattern??(def.pattern=xid),$ZodStringFormat.init(inst,def)}),$ZodKSUID=$constructor("$ZodKSUID",
(inst,def)=>{def.pattern??(def.pattern=ksuid),$ZodStringFormat.init(inst,def)}),$ZodISODateTime=$constructor("$ZodISODateTime",(inst,def)=>{def.pattern??(def.pattern=
datetime(def)),$ZodStringFormat.init(inst,def)}),$ZodISODate=$constructor("$ZodISODate",(inst,def)=>{def.pattern??(def.pattern=date),$ZodStringFormat.init(inst,
def)}),$ZodISOTime=$constructor("$ZodISOTime",(inst,def)=>{def.pattern??(def.pattern=time(def)),$ZodStringFormat.init(inst,def)}),$ZodISODuration=$constructor("\
$ZodISODuration",(inst,def)=>{def.pattern??(def.pattern=duration),$ZodStringFormat.init(inst,def)}),$ZodIPv4=$constructor("$ZodIPv4",(inst,def)=>{def.pattern??(def.
pattern=ipv4),$ZodStringFormat.init(inst,def)}),ipv6Alphabet=/^[0-9a-fA-F:.]+$/;function isValidIPv6(value){return ipv6Alphabet.test(value)?canParseURL(`http://\
[${value}]`):!1}var $ZodIPv6=$constructor("$ZodIPv6",(inst,def)=>{def.pattern??(def.pattern=ipv6),$ZodStringFormat.init(inst,def),inst._zod.check=payload=>{isValidIPv6(
payload.value)||payload.issues.push({code:"invalid_format",format:"ipv6",input:payload.value,inst,continue:!def.abort})}});var $ZodCIDRv4=$constructor("$ZodCIDRv4",(inst,def)=>{def.pattern??(def.pattern=cidrv4),$ZodStringFormat.init(inst,def)});function isValidCIDRv6(value){let parts=value.
split("/");if(parts.length!==2)return!1;let[address,prefix]=parts;if(!prefix)return!1;let prefixNum=Number(prefix);return`${prefixNum}`!==prefix||prefixNum<0||prefixNum>
128?!1:isValidIPv6(address)}var $ZodCIDRv6=$constructor("$ZodCIDRv6",(inst,def)=>{def.pattern??(def.pattern=cidrv6),$ZodStringFormat.init(inst,def),inst._zod.check=
payload=>{isValidCIDRv6(payload.value)||payload.issues.push({code:"invalid_format",format:"cidrv6",input:payload.value,inst,continue:!def.abort})}});function isValidBase64(data){
if(data==="")return!0;if(/\s/.test(data)||data.length%4!==0)return!1;try{return atob(data),!0}catch{return!1}}var base64Charset=/^[0-9a-zA-Z+/]*={0,2}$/,$ZodBase64=$constructor(
"$ZodBase64",(inst,def)=>{def.pattern??(def.pattern=base64Charset),$ZodStringFormat.init(inst,def),inst._zod.check=payload=>{isValidBase64(payload.value)||payload.
issues.push({code:"invalid_format",format:"base64",input:payload.value,inst,continue:!def.abort})}}),base64urlCharset=/^[A-Za-z0-9_-]*$/;function isValidBase64URL(data){
if(!base64urlCharset.test(data))return!1;let base642=data.replace(/[-_]/g,c=>c==="-"?"+":"/"),padded=base642.padEnd(Math.ceil(base642.length/4)*4,"=");return isValidBase64(
padded)}var $ZodBase64URL=$constructor("$ZodBase64URL",(inst,def)=>{def.pattern??(def.pattern=base64urlCharset),$ZodStringFormat.init(inst,def),inst._zod.check=
payload=>{isValidBase64URL(payload.value)||payload.issues.push({code:"invalid_format",format:"base64url",input:payload.value,inst,continue:!def.abort})}}),$ZodE164=$constructor(
"$ZodE164",(inst,def)=>{def.pattern??(def.pattern=e164),$ZodStringFormat.init(inst,def)});function isValidJWT(token,algorithm=null){try{let tokensParts=token.split(".");if(tokensParts.length!==3)return!1;let[header]=tokensParts;if(!header)return!1;let parsedHeader=JSON.
parse(atob(header));return!("typ"in parsedHeader&&parsedHeader?.typ!=="JWT"||!parsedHeader.alg||algorithm&&(!("alg"in parsedHeader)||parsedHeader.alg!==algorithm))}catch{
return!1}}var $ZodJWT=$constructor("$ZodJWT",(inst,def)=>{$ZodStringFormat.init(inst,def),inst._zod.check=payload=>{isValidJWT(payload.value,def.alg)||payload.issues.
push({code:"invalid_format",format:"jwt",input:payload.value,inst,continue:!def.abort})}});var $ZodNumber=$constructor("$ZodNumber",(inst,def)=>{$ZodType.init(inst,def),inst._zod.pattern=number,inst._zod.parse=(payload,_ctx)=>{if(def.coerce)try{payload.
value=Number(payload.value)}catch{}let input=payload.value;if(typeof input=="number"&&!Number.isNaN(input)&&Number.isFinite(input))return payload;let received=typeof input==
"number"?Number.isNaN(input)?"NaN":Number.isFinite(input)?void 0:String(input):void 0;return payload.issues.push({expected:"number",code:"invalid_type",input,inst,
...received?{received}:{}}),payload}}),$ZodNumberFormat=$constructor("$ZodNumberFormat",(inst,def)=>{$ZodCheckNumberFormat.init(inst,def),$ZodNumber.init(inst,def)}),
$ZodBoolean=$constructor("$ZodBoolean",(inst,def)=>{$ZodType.init(inst,def),inst._zod.pattern=boolean,inst._zod.parse=(payload,_ctx)=>{if(def.coerce)try{payload.
value=!!payload.value}catch{}let input=payload.value;return typeof input=="boolean"||payload.issues.push({expected:"boolean",code:"invalid_type",input,inst}),payload}}),
$ZodBigInt=$constructor("$ZodBigInt",(inst,def)=>{$ZodType.init(inst,def),inst._zod.pattern=bigint,inst._zod.parse=(payload,_ctx)=>{if(def.coerce)try{payload.value=
BigInt(payload.value)}catch{}return typeof payload.value=="bigint"||payload.issues.push({expected:"bigint",code:"invalid_type",input:payload.value,inst}),payload}});var $ZodNull=$constructor("$ZodNull",(inst,def)=>{$ZodType.init(inst,def),inst._zod.pattern=_null,inst._zod.values=new Set([null]),inst._zod.parse=(payload,_ctx)=>{
let input=payload.value;return input===null||payload.issues.push({expected:"null",code:"invalid_type",input,inst}),payload}});var $ZodUnknown=$constructor("$ZodUnknown",(inst,def)=>{$ZodType.init(inst,def),inst._zod.parse=payload=>payload}),$ZodNever=$constructor("$ZodNever",(inst,def)=>{
$ZodType.init(inst,def),inst._zod.parse=(payload,_ctx)=>(payload.issues.push({expected:"never",code:"invalid_type",input:payload.value,inst}),payload)});var $ZodDate=$constructor("$ZodDate",(inst,def)=>{$ZodType.init(inst,def),inst._zod.parse=(payload,_ctx)=>{if(def.coerce)try{payload.value=new Date(payload.value)}catch{}
let input=payload.value,isDate=input instanceof Date;return isDate&&!Number.isNaN(input.getTime())||payload.issues.push({expected:"date",code:"invalid_type",input,
...isDate?{received:"Invalid Date"}:{},inst}),payload}});function capSize(inst,size){let caps=sizeCaps(inst._zod.def.checks);if(!caps.length)return;let cap=Math.
min(...caps.map(c=>c[0])),parse2=inst._zod.parse;inst._zod.parse=(payload,ctx)=>{let n=size(payload.value);if(n>cap&&!ctx?.skipChecks&&ctx?.direction!=="backwar\
d"){for(let[max2,ch]of sizeCaps(inst._zod.def.checks))if(n>max2&&ch._zod.def.when(payload)){let start=payload.issues.length;return ch._zod.check(payload),payload.
issues[start].continue=!1,attachSchema(payload.issues,start,inst),payload}}return parse2(payload,ctx)}}var arraySize=input=>Array.isArray(input)?input.length:-1;function handleArrayResult(result,final,index){result.issues.length&&final.issues.push(...prefixIssues(index,result.issues)),final.value[index]=result.value}var $ZodArray=$constructor(
"$ZodArray",(inst,def)=>{$ZodType.init(inst,def);let memo2=globalConfig.memoizer;memo2?.attach(inst),inst._zod.parse=(payload,ctx)=>{let input=payload.value;if(!Array.
isArray(input))return payload.issues.push({expected:"array",code:"invalid_type",input,inst}),payload;payload.value=memo2?memo2.alloc(inst,payload,Array(input.length),
ctx):Array(input.length);let proms=[],abortEarly=ctx?.abortEarly;for(let i2=0;i2<input.length;i2++){let item=input[i2],result=def.element._zod.run({value:item,issues:[]},
ctx);if(result instanceof Promise)proms.push(result.then(result2=>handleArrayResult(result2,payload,i2)));else if(handleArrayResult(result,payload,i2),abortEarly&&
result.issues.length!==0&&aborted(result))break}return proms.length?Promise.all(proms).then(()=>payload):payload},capSize(inst,arraySize)});function handlePropertyResult(result,final,key,input,optin,optout){
let isPresent=key in input,isOptionalOut=optout==="optional";if(!(!isPresent&&isOptionalOut&&optin==="optional")){if(result.issues.length){if(optin!==void 0&&isOptionalOut&&
!isPresent)return;final.issues.push(...prefixIssues(key,result.issues))}if(!isPresent&&optin===void 0){result.issues.length||final.issues.push({code:"invalid_ty\
pe",expected:"nonoptional",input:void 0,path:[key]});return}result.value===void 0?(isPresent||optin==="defaulted"&&!isOptionalOut)&&(final.value[key]=void 0):final.
value[key]=result.value}}var NO_SYMBOL_KEYS=[];function normalizeDef(def){let keys=Object.keys(def.shape),ownSymbols=Object.getOwnPropertySymbols(def.shape),symbolKeys=ownSymbols.
length?ownSymbols:NO_SYMBOL_KEYS,allKeys=symbolKeys.length?[...keys,...symbolKeys]:keys;for(let k of allKeys)if(!def.shape?.[k]?._zod?.traits?.has("$ZodType"))throw new Error(
`Invalid element at key "${String(k)}": expected a Zod schema`);let okeys=optionalKeys(def.shape);return{...def,allKeys,symbolKeys,keySet:new Set(keys),numKeys:keys.
length,optionalKeys:new Set(okeys)}}function handleCatchall(proms,input,payload,ctx,def,inst,abortEarly){let unrecognized=[],keySet=def.keySet,_catchall=def.catchall.
_zod,t=_catchall.def.type,optin=_catchall.optin,optout=_catchall.optout,seen=0;for(let key in input){if(abortEarly&&payload.issues.length!==seen){if(aborted(payload,
seen))break;seen=payload.issues.length}if(keySet.has(key))continue;if(key==="__proto__"){t==="never"&&unrecognized.push(key);continue}if(t==="never"){unrecognized.
push(key);continue}let r=_catchall.run({value:input[key],issues:[]},ctx);r instanceof Promise?proms.push(r.then(r2=>handlePropertyResult(r2,payload,key,input,optin,
optout))):handlePropertyResult(r,payload,key,input,optin,optout)}return unrecognized.length&&payload.issues.push({code:"unrecognized_keys",keys:unrecognized,input,
inst,continue:!0}),proms.length?Promise.all(proms).then(()=>payload):payload}var $ZodObject=$constructor("$ZodObject",(inst,def)=>{$ZodType.init(inst,def);let desc=Object.
getOwnPropertyDescriptor(def,"shape"),sh=desc?.get?desc.get.raw:def.shape??{};if(sh){let get=()=>{let newSh={...sh};return Object.defineProperty(def,"shape",{value:newSh}),
get.raw=newSh,newSh};get.raw=sh,Object.defineProperty(def,"shape",{get})}let _normalized=cached(()=>normalizeDef(def));defineLazyInternal(inst,"propValues",zod=>{
let shape=zod.def.shape,propValues={};for(let key in shape){let field=shape[key]._zod;if(field.values){Object.prototype.hasOwnProperty.call(propValues,key)||assignProp(
propValues,key,new Set);for(let v of field.values)propValues[key].add(v);field.optin!==void 0&&propValues[key].add(void 0)}}return propValues});let isObject2=isObject,
catchall=def.catchall,value,memo2=globalConfig.memoizer;memo2?.attach(inst),inst._zod.parse=(payload,ctx)=>{value??(value=_normalized.value);let input=payload.value;
if(!isObject2(input))return payload.issues.push({expected:"object",code:"invalid_type",input,inst}),payload;payload.value=memo2?memo2.alloc(inst,payload,{},ctx):
{};let proms=[],shape=value.shape,abortEarly=ctx?.abortEarly,seen=payload.issues.length;for(let key of value.allKeys){if(abortEarly&&payload.issues.length!==seen){
if(aborted(payload,seen))break;seen=payload.issues.length}if(key==="__proto__")continue;let el=shape[key],optin=el._zod.optin,optout=el._zod.optout,r=el._zod.run(
{value:input[key],issues:[]},ctx);r instanceof Promise?proms.push(r.then(r2=>handlePropertyResult(r2,payload,key,input,optin,optout))):handlePropertyResult(r,payload,
key,input,optin,optout)}return catchall?handleCatchall(proms,input,payload,ctx,_normalized.value,inst,abortEarly===!0):proms.length?Promise.all(proms).then(()=>payload):
payload}}),$ZodObjectJIT=$constructor("$ZodObjectJIT",(inst,def)=>{$ZodObject.init(inst,def);let superParse=inst._zod.parse,_normalized=cached(()=>normalizeDef(
def)),memo2=globalConfig.memoizer,generateFastpass=shape=>{let normalized=_normalized.value,syms=normalized.symbolKeys,doc=new Doc(["payload","ctx"],{shape,inst,
memo:memo2,syms}),parseStr=k=>`shape[${k}]._zod.run({ value: input[${k}], issues: [] }, ctx)`,prefixStr=(id,k)=>`
          let ${id}_ab = false;
          for (let i = 0; i < ${id}.issues.length; i++) {
            const iss = ${id}.issues[i];
            iss.path = iss.path ? [${k}, ...iss.path] : [${k}];
            payload.issues.push(iss);
            if (iss.continue !== true) ${id}_ab = true;
          }
          if (${id}_ab && ctx && ctx.abortEarly) {
            payload.value = newResult;
            return payload;
          }`;doc.write("const input = payload.value;");let ids=Object.create(null),counter=0;for(let key of normalized.allKeys)ids[key]=`key_${counter++}`;doc.write(
memo2?"const newResult = memo.alloc(inst, payload, {}, ctx);":"const newResult = {};");for(let key of normalized.allKeys){if(key==="__proto__")continue;let id=ids[key],
k=typeof key=="symbol"?`syms[${syms.indexOf(key)}]`:esc(key),isPresent=`${k} in input`,schema=shape[key],optin=schema?._zod?.optin,isOptionalIn=optin!==void 0,isOptionalOut=schema?.
_zod?.optout==="optional";if(doc.write(`const ${id} = ${parseStr(k)};`),isOptionalIn&&isOptionalOut){let assign=optin==="optional"?`${id}_present`:`${id}.value \
!== undefined || ${id}_present`;doc.write(`
        const ${id}_present = ${isPresent};
        if (!${id}.issues.length || ${id}_present) {
          if (${id}.issues.length) {${prefixStr(id,k)}
          }

          if (${assign}) {
            newResult[${k}] = ${id}.value;
          }
        }

      `)}else isOptionalIn?(doc.write(`
        if (${id}.issues.length) {${prefixStr(id,k)}
        }
      `),optin==="defaulted"?doc.write(`newResult[${k}] = ${id}.value;`):doc.write(`
        if (${id}.value !== undefined || ${isPresent}) {
          newResult[${k}] = ${id}.value;
        }
      `)):doc.write(`
        const ${id}_present = ${isPresent};
        if (${id}.issues.length) {${prefixStr(id,k)}
        }
        if (!${id}_present && !${id}.issues.length) {
          payload.issues.push({
            code: "invalid_type",
            expected: "nonoptional",
            input: undefined,
            path: [${k}]
          });
          if (ctx && ctx.abortEarly) {
            payload.value = newResult;
            return payload;
          }
        }

        if (${id}_present) {
          newResult[${k}] = ${id}.value;
        }

      `)}return doc.write("payload.value = newResult;"),doc.write("return payload;"),doc.compile()},fastpass,isObject2=isObject,jit=!globalConfig.jitless,fastEnabled=jit&&
allowsEval.value,catchall=def.catchall,value;inst._zod.parse=(payload,ctx)=>{value??(value=_normalized.value);let input=payload.value;return isObject2(input)?jit&&
fastEnabled&&ctx?.async===!1&&ctx.jitless!==!0?(fastpass||(fastpass=generateFastpass(def.shape)),payload=fastpass(payload,ctx),catchall?handleCatchall([],input,
payload,ctx,value,inst,ctx?.abortEarly===!0):payload):superParse(payload,ctx):(payload.issues.push({expected:"object",code:"invalid_type",input,inst}),payload)}});
function handleUnionResults(results,final,inst,ctx){for(let result of results)if(result.issues.length===0)return final.value=result.value,final;let nonaborted=results.
filter(r=>!aborted(r));return nonaborted.length===1?(final.value=nonaborted[0].value,nonaborted[0]):(final.issues.push({code:"invalid_union",input:final.value,inst,
errors:results.map(result=>result.issues.map(iss=>finalizeIssue(iss,ctx,config())))}),final)}var $ZodUnion=$constructor("$ZodUnion",(inst,def)=>{$ZodType.init(inst,
def),defineLazyInternal(inst,"optin",zod=>zod.def.options.some(o=>o._zod.optin==="defaulted")?"defaulted":zod.def.options.some(o=>o._zod.optin!==void 0)?"option\
al":void 0),defineLazyInternal(inst,"optout",zod=>zod.def.options.some(o=>o._zod.optout==="optional")?"optional":void 0),defineLazyInternal(inst,"values",zod=>{
if(zod.def.options.every(o=>o._zod.values))return new Set(zod.def.options.flatMap(option=>Array.from(option._zod.values)))}),defineLazyInternal(inst,"pattern",zod=>{
if(zod.def.options.every(o=>o._zod.pattern)){let patterns=zod.def.options.map(o=>o._zod.pattern);return new RegExp(`^(${patterns.map(p=>cleanRegex(p.source)).join(
"|")})$`)}});let first=def.options.length===1?def.options[0]._zod.run:null;inst._zod.parse=(payload,ctx)=>{if(first)return first(payload,ctx);let async=!1,results=[];
for(let option of def.options){let result=option._zod.run({value:payload.value,issues:[]},ctx);if(result instanceof Promise)results.push(result),async=!0;else{if(result.
issues.length===0)return result;results.push(result)}}return async?Promise.all(results).then(results2=>handleUnionResults(results2,payload,inst,ctx)):handleUnionResults(
results,payload,inst,ctx)}});function discriminatorMap(def){let map=new Map;for(let option of def.options){let values=option._zod.propValues?.[def.discriminator];if(!values||values.size===0)
throw new Error(`Invalid discriminated union option at index "${def.options.indexOf(option)}"`);for(let value of values)if(map.has(value)){if(value!==void 0)throw new Error(
`Duplicate discriminator value "${String(value)}"`);map.set(value,null)}else map.set(value,option)}return map}var $ZodDiscriminatedUnion=$constructor("$ZodDiscr\
iminatedUnion",(inst,def)=>{def.inclusive=!1,$ZodUnion.init(inst,def);let _super=inst._zod.parse;defineLazyInternal(inst,"propValues",zod=>{let propValues={},undefinedCount=0;
for(let option of zod.def.options){let pv=option._zod.propValues;if(!pv||Object.keys(pv).length===0)throw new Error(`Invalid discriminated union option at index\
 "${zod.def.options.indexOf(option)}"`);pv[zod.def.discriminator]?.has(void 0)&&undefinedCount++;for(let[k,v]of Object.entries(pv)){Object.prototype.hasOwnProperty.
call(propValues,k)||assignProp(propValues,k,new Set);for(let val of v)propValues[k].add(val)}}return!zod.def.unionFallback&&undefinedCount>1&&propValues[zod.def.
discriminator]?.delete(void 0),propValues}),def.options.forEach((option,i2)=>{let propShape=rawShape(option._zod.def);if(propShape&&!Object.prototype.hasOwnProperty.
call(propShape,def.discriminator))throw new Error(`Invalid discriminated union option at index "${i2}"`)});let disc=cached(()=>discriminatorMap(def));inst._zod.
parse=(payload,ctx)=>{let input=payload.value;if(!isObject(input))return payload.issues.push({code:"invalid_type",expected:"object",input,inst}),payload;let value=input?.[def.
discriminator],opt=disc.value.get(value);return opt&&(value!==void 0||ctx.direction!=="backward")?opt._zod.run(payload,ctx):def.unionFallback||ctx.direction==="\
backward"?_super(payload,ctx):(payload.issues.push({code:"invalid_union",errors:[],note:"No matching discriminator",discriminator:def.discriminator,options:Array.
from(disc.value.keys()).filter(value2=>disc.value.get(value2)!==null),input,path:[def.discriminator],inst}),payload)}}),$ZodIntersection=$constructor("$ZodInter\
section",(inst,def)=>{$ZodType.init(inst,def),inst._zod.parse=(payload,ctx)=>{let input=payload.value,left=def.left._zod.run({value:input,issues:[]},ctx),right=def.
right._zod.run({value:input,issues:[]},ctx);return left instanceof Promise||right instanceof Promise?Promise.all([left,right]).then(([left2,right2])=>handleIntersectionResults(
payload,left2,right2)):handleIntersectionResults(payload,left,right)}});function mergeValues(a,b){if(a===b)return{valid:!0,data:a};if(a instanceof Date&&b instanceof
Date&&+a==+b)return{valid:!0,data:a};if(isPlainObject(a)&&isPlainObject(b)){let bKeys=Object.keys(b),sharedKeys=Object.keys(a).filter(key=>bKeys.indexOf(key)!==
-1),newObj={...a,...b};Object.prototype.hasOwnProperty.call(newObj,"__proto__")&&delete newObj.__proto__;for(let key of sharedKeys){if(key==="__proto__")continue;
let sharedValue=mergeValues(a[key],b[key]);if(!sharedValue.valid)return{valid:!1,mergeErrorPath:[key,...sharedValue.mergeErrorPath]};newObj[key]=sharedValue.data}
return{valid:!0,data:newObj}}if(Array.isArray(a)&&Array.isArray(b)){if(a.length!==b.length)return{valid:!1,mergeErrorPath:[]};let newArray=[];for(let index=0;index<
a.length;index++){let itemA=a[index],itemB=b[index],sharedValue=mergeValues(itemA,itemB);if(!sharedValue.valid)return{valid:!1,mergeErrorPath:[index,...sharedValue.
mergeErrorPath]};newArray.push(sharedValue.data)}return{valid:!0,data:newArray}}return{valid:!1,mergeErrorPath:[]}}function handleIntersectionResults(result,left,right){
let unrecKeys=new Map,unrecIssue,keyIssues=new Map,collect=(iss,side)=>{let keys;if(iss.code==="unrecognized_keys"&&!iss.path?.length)unrecIssue??(unrecIssue=iss),
keys=iss.keys;else if(iss.code==="invalid_key"&&iss.origin==="record"&&iss.path?.length===1){let k=String(iss.path[0]);keyIssues.has(k)||keyIssues.set(k,iss),keys=
[k]}else return!1;for(let k of keys)unrecKeys.has(k)||unrecKeys.set(k,{}),unrecKeys.get(k)[side]=!0;return!0};for(let iss of left.issues)collect(iss,"l")||result.
issues.push(iss);for(let iss of right.issues)collect(iss,"r")||result.issues.push(iss);let bothKeys=[...unrecKeys].filter(([,f])=>f.l&&f.r).map(([k])=>k);if(bothKeys.
length){let aggregated=unrecIssue?bothKeys.filter(k=>unrecIssue.keys.includes(k)):[];aggregated.length&&result.issues.push({...unrecIssue,keys:aggregated});for(let k of bothKeys)
!aggregated.includes(k)&&keyIssues.has(k)&&result.issues.push(keyIssues.get(k))}let merged=mergeValues(left.value,right.value);if(!merged.valid){if(aborted(result))
return result;throw new Error(`Unmergable intersection. Error path: ${JSON.stringify(merged.mergeErrorPath)}`)}return result.value=merged.data,result}var $ZodRecord=$constructor("$ZodRecord",(inst,def)=>{$ZodType.init(inst,def);let memo2=globalConfig.memoizer;memo2?.attach(inst),inst._zod.parse=(payload,ctx)=>{
let input=payload.value;if(!isPlainObject(input))return payload.issues.push({expected:"record",code:"invalid_type",input,inst}),payload;let proms=[],values=def.
keyType._zod.values;if(values&&!def.partial){payload.value=memo2?memo2.alloc(inst,payload,{},ctx):{};let recordKeys=new Set;for(let key of values)if(typeof key==
"string"||typeof key=="number"||typeof key=="symbol"){if(recordKeys.add(typeof key=="number"?key.toString():key),key==="__proto__")continue;let keyResult=def.keyType.
_zod.run({value:key,issues:[]},ctx);if(keyResult instanceof Promise)throw new Error("Async schemas not supported in object keys currently");if(keyResult.issues.
length){payload.issues.push({code:"invalid_key",origin:"record",issues:keyResult.issues.map(iss=>finalizeIssue(iss,ctx,config())),input:key,path:[key],inst});continue}
let outKey=keyResult.value;if(outKey==="__proto__")continue;let result=def.valueType._zod.run({value:input[key],issues:[]},ctx);result instanceof Promise?proms.
push(result.then(result2=>{result2.issues.length&&payload.issues.push(...prefixIssues(key,result2.issues)),payload.value[outKey]=result2.value})):(result.issues.
length&&payload.issues.push(...prefixIssues(key,result.issues)),payload.value[outKey]=result.value)}let unrecognized;for(let key in input)if(!recordKeys.has(key))
if(def.mode==="loose"){if(key==="__proto__")continue;payload.value[key]=input[key]}else unrecognized=unrecognized??[],unrecognized.push(key);unrecognized&&unrecognized.
length>0&&payload.issues.push({code:"unrecognized_keys",input,inst,keys:unrecognized,continue:!0})}else{payload.value=memo2?memo2.alloc(inst,payload,{},ctx):{};
let unrecognized;for(let key of Reflect.ownKeys(input)){if(key==="__proto__"||!Object.prototype.propertyIsEnumerable.call(input,key))continue;let keyResult=def.
keyType._zod.run({value:key,issues:[]},ctx);if(keyResult instanceof Promise)throw new Error("Async schemas not supported in object keys currently");if(typeof key==
"string"&&number.test(key)&&keyResult.issues.length){let retryResult=def.keyType._zod.run({value:Number(key),issues:[]},ctx);if(retryResult instanceof Promise)throw new Error(
"Async schemas not supported in object keys currently");retryResult.issues.length===0&&(keyResult=retryResult)}if(keyResult.issues.length){def.mode==="loose"?payload.
value[key]=input[key]:values?(unrecognized=unrecognized??[],unrecognized.push(key)):payload.issues.push({code:"invalid_key",origin:"record",issues:keyResult.issues.
map(iss=>finalizeIssue(iss,ctx,config())),input:key,path:[key],inst});continue}let outKey=keyResult.value;if(outKey==="__proto__")continue;let result=def.valueType.
_zod.run({value:input[key],issues:[]},ctx);result instanceof Promise?proms.push(result.then(result2=>{result2.issues.length&&payload.issues.push(...prefixIssues(
key,result2.issues)),payload.value[outKey]=result2.value})):(result.issues.length&&payload.issues.push(...prefixIssues(key,result.issues)),payload.value[outKey]=
result.value)}unrecognized&&unrecognized.length>0&&payload.issues.push({code:"unrecognized_keys",input,inst,keys:unrecognized,continue:!0})}return proms.length?
Promise.all(proms).then(()=>payload):payload}});var $ZodEnum=$constructor("$ZodEnum",(inst,def)=>{$ZodType.init(inst,def);let values=getEnumValues(def.entries),valuesSet=new Set(values);inst._zod.values=valuesSet,
defineLazyInternal(inst,"pattern",zod=>{let patternValues=getEnumValues(zod.def.entries).filter(k=>propertyKeyTypes.has(typeof k));return new RegExp(patternValues.
length?`^(${patternValues.map(o=>escapeRegex(o.toString())).join("|")})$`:"^[^\\s\\S]$")}),inst._zod.parse=(payload,_ctx)=>{let input=payload.value;return valuesSet.
has(input)||payload.issues.push({code:"invalid_value",values,input,inst}),payload}}),$ZodLiteral=$constructor("$ZodLiteral",(inst,def)=>{$ZodType.init(inst,def);
let values=new Set(def.values);inst._zod.values=values,defineLazyInternal(inst,"pattern",zod=>{let vals=zod.def.values;return new RegExp(vals.length?`^(${vals.map(
o=>typeof o=="string"?escapeRegex(o):o?escapeRegex(o.toString()):String(o)).join("|")})$`:"^[^\\s\\S]$")}),inst._zod.parse=(payload,_ctx)=>{let input=payload.value;
return values.has(input)||payload.issues.push({code:"invalid_value",values:def.values,input,inst}),payload}});var $ZodTransform=$constructor("$ZodTransform",(inst,def)=>{$ZodType.init(inst,def),inst._zod.optin="optional",globalConfig.memoizer?.guard(inst),inst._zod.parse=
(payload,ctx)=>{if(ctx.direction==="backward")throw new $ZodEncodeError(inst.constructor.name);let _out=def.transform(payload.value,payload);if(ctx.async)return(_out instanceof
Promise?_out:Promise.resolve(_out)).then(output2=>(payload.value=output2,payload));if(_out instanceof Promise)throw new $ZodAsyncError;return payload.value=_out,
payload}});function handleOptionalResult(payload,result){return payload.value=result.issues.length?void 0:result.value,payload}var $ZodOptional=$constructor("$Z\
odOptional",(inst,def)=>{$ZodType.init(inst,def),defineLazyInternal(inst,"optin",zod=>zod.def.innerType._zod.optin==="defaulted"?"defaulted":"optional"),inst._zod.
optout="optional",defineLazyInternal(inst,"values",zod=>{let values=zod.def.innerType._zod.values;return values?new Set([...values,void 0]):void 0}),defineLazyInternal(
inst,"pattern",zod=>{let pattern=zod.def.innerType._zod.pattern;return pattern?new RegExp(`^(${cleanRegex(pattern.source)})?$`):void 0}),inst._zod.parse=(payload,ctx)=>{
if(payload.value===void 0){if(def.innerType._zod.optin!=="defaulted")return payload;let result=def.innerType._zod.run({value:payload.value,issues:[]},ctx);return result instanceof
Promise?result.then(result2=>handleOptionalResult(payload,result2)):handleOptionalResult(payload,result)}return def.innerType._zod.run(payload,ctx)}}),$ZodExactOptional=$constructor(
"$ZodExactOptional",(inst,def)=>{$ZodOptional.init(inst,def),defineLazyInternal(inst,"values",zod=>zod.def.innerType._zod.values),defineLazyInternal(inst,"patte\
rn",zod=>zod.def.innerType._zod.pattern),inst._zod.parse=(payload,ctx)=>def.innerType._zod.run(payload,ctx)}),$ZodNullable=$constructor("$ZodNullable",(inst,def)=>{
$ZodType.init(inst,def),defineLazyInternal(inst,"optin",zod=>zod.def.innerType._zod.optin),defineLazyInternal(inst,"optout",zod=>zod.def.innerType._zod.optout),
defineLazyInternal(inst,"pattern",zod=>{let pattern=zod.def.innerType._zod.pattern;return pattern?new RegExp(`^(${cleanRegex(pattern.source)}|null)$`):void 0}),
defineLazyInternal(inst,"values",zod=>zod.def.innerType._zod.values?new Set([...zod.def.innerType._zod.values,null]):void 0),inst._zod.parse=(payload,ctx)=>payload.
value===null?payload:def.innerType._zod.run(payload,ctx)}),$ZodDefault=$constructor("$ZodDefault",(inst,def)=>{$ZodType.init(inst,def),inst._zod.optin="defaulte\
d",defineLazyInternal(inst,"values",zod=>zod.def.innerType._zod.values),inst._zod.parse=(payload,ctx)=>{if(ctx.direction==="backward")return def.innerType._zod.
run(payload,ctx);if(payload.value===void 0)return payload.value=def.defaultValue,payload;let result=def.innerType._zod.run(payload,ctx);return result instanceof
Promise?result.then(result2=>handleDefaultResult(result2,def)):handleDefaultResult(result,def)}});function handleDefaultResult(payload,def){return payload.value===
void 0&&(payload.value=def.defaultValue),payload}var $ZodPrefault=$constructor("$ZodPrefault",(inst,def)=>{$ZodType.init(inst,def),inst._zod.optin="defaulted",defineLazyInternal(
inst,"values",zod=>zod.def.innerType._zod.values),inst._zod.parse=(payload,ctx)=>(ctx.direction==="backward"||payload.value===void 0&&(payload.value=def.defaultValue),
def.innerType._zod.run(payload,ctx))}),$ZodNonOptional=$constructor("$ZodNonOptional",(inst,def)=>{$ZodType.init(inst,def),defineLazyInternal(inst,"values",zod=>{
let v=zod.def.innerType._zod.values;return v?new Set([...v].filter(x2=>x2!==void 0)):void 0}),inst._zod.parse=(payload,ctx)=>{let result=def.innerType._zod.run(
payload,ctx);return result instanceof Promise?result.then(result2=>handleNonOptionalResult(result2,inst)):handleNonOptionalResult(result,inst)}});function handleNonOptionalResult(payload,inst){
return!payload.issues.length&&payload.value===void 0&&payload.issues.push({code:"invalid_type",expected:"nonoptional",input:payload.value,inst}),payload}function handleCatchResult(payload,result,def,ctx){return result.issues.length?(payload.value=def.catchValue({...result,value:payload.value,error:{issues:result.
issues.map(iss=>finalizeIssue(iss,ctx,config()))},input:payload.value}),payload):(payload.value=result.value,result.memo&&(payload.memo=!0),payload)}var $ZodCatch=$constructor(
"$ZodCatch",(inst,def)=>{$ZodType.init(inst,def),defineLazyInternal(inst,"optin",zod=>zod.def.innerType._zod.optin==="defaulted"?"defaulted":"optional"),defineLazyInternal(
inst,"optout",zod=>zod.def.innerType._zod.optout),defineLazyInternal(inst,"values",zod=>zod.def.innerType._zod.values),inst._zod.parse=(payload,ctx)=>{if(ctx.direction===
"backward")return def.innerType._zod.run(payload,ctx);let result=def.innerType._zod.run({value:payload.value,issues:[]},ctx);return result instanceof Promise?result.
then(result2=>handleCatchResult(payload,result2,def,ctx)):handleCatchResult(payload,result,def,ctx)}});var $ZodPipe=$constructor("$ZodPipe",(inst,def)=>{$ZodType.init(inst,def),defineLazyInternal(inst,"values",zod=>zod.def.in._zod.values),defineLazyInternal(inst,
"optin",zod=>zod.def.in._zod.optin),defineLazyInternal(inst,"optout",zod=>zod.def.out._zod.optout),defineLazyInternal(inst,"propValues",zod=>zod.def.in._zod.propValues),
inst._zod.parse=(payload,ctx)=>{if(ctx.direction==="backward"){let right=def.out._zod.run(payload,ctx);return right instanceof Promise?right.then(right2=>handlePipeResult(
right2,def.in,ctx)):handlePipeResult(right,def.in,ctx)}let left=def.in._zod.run(payload,ctx);return left instanceof Promise?left.then(left2=>handlePipeResult(left2,
def.out,ctx)):handlePipeResult(left,def.out,ctx)}});function handlePipeResult(left,next,ctx){return left.issues.some(iss=>iss.code!=="unrecognized_keys")?(left.
aborted=!0,left):next._zod.run({value:left.value,issues:left.issues},ctx)}var $ZodPreprocess=$constructor("$ZodPreprocess",(inst,def)=>{$ZodPipe.init(inst,def)}),$ZodReadonly=$constructor("$ZodReadonly",(inst,def)=>{$ZodType.init(inst,
def),defineLazyInternal(inst,"propValues",zod=>zod.def.innerType._zod.propValues),defineLazyInternal(inst,"values",zod=>zod.def.innerType._zod.values),defineLazyInternal(
inst,"optin",zod=>zod.def.innerType?._zod?.optin),defineLazyInternal(inst,"optout",zod=>zod.def.innerType?._zod?.optout),inst._zod.parse=(payload,ctx)=>{if(ctx.
direction==="backward")return def.innerType._zod.run(payload,ctx);let result=def.innerType._zod.run(payload,ctx);return result instanceof Promise?result.then(handleReadonlyResult):
handleReadonlyResult(result)}});function handleReadonlyResult(payload){return payload.memo||(payload.value=Object.freeze(payload.value)),payload}var $ZodCustom=$constructor("$ZodCustom",(inst,def)=>{$ZodCheck.init(inst,def),$ZodType.init(inst,def),inst._zod.parse=(payload,_)=>payload,inst._zod.check=payload=>{
let input=payload.value,r=def.fn(input);if(r instanceof Promise)return r.then(r2=>handleRefineResult(r2,payload,input,inst));handleRefineResult(r,payload,input,
inst)}});function handleRefineResult(result,payload,input,inst){if(!result){let _iss={code:"custom",input,inst,path:[...inst._zod.def.path??[]],continue:!inst._zod.
def.abort};inst._zod.def.params&&(_iss.params=inst._zod.def.params),payload.issues.push(issue(_iss))}}var $ZodCyclicError=class extends Error{constructor(){super("Cannot parse a reference cycle that closes through a transform"),this.name="ZodCyclicError"}},STATE="\
~memo",NO_ISSUES=[];function isRef(value){return value!==null&&typeof value=="object"}function cloneIssues(issues){return issues.map(iss=>iss.path?{...iss,path:iss.
path.slice()}:{...iss})}var recursive=new WeakMap,NONE=0,ASSUMED=1,PROVEN=2;function isRecursive(inst,stack,resolve){let cached2=recursive.get(inst);if(cached2!==
void 0)return cached2?PROVEN:NONE;if(stack.has(inst))return PROVEN;stack.add(inst);let result=NONE,check=child=>{if(result!==PROVEN&&child?._zod){let answer=isRecursive(
child,stack,resolve);answer>result&&(result=answer)}},shape=(sh,spread)=>{let answer=NONE;for(let key of Reflect.ownKeys(sh)){let desc=Object.getOwnPropertyDescriptor(
sh,key);if(spread&&!desc.enumerable)continue;let child=desc.get?ASSUMED:desc.value?._zod?isRecursive(desc.value,stack,resolve):NONE;child>answer&&(answer=child)}
return answer},merge2=answer=>{answer>result&&(result=answer)},def=inst._zod.def,kind=def.type;switch(kind){case"object":{let raw=rawShape(def);merge2(raw?shape(
raw,!0):ASSUMED),check(def.catchall);break}case"array":check(def.element);break;case"tuple":for(let el of def.items)check(el);check(def.rest);break;case"record":case"\
map":check(def.keyType),check(def.valueType);break;case"set":check(def.valueType);break;case"union":for(let el of def.options)check(el);break;case"intersection":
check(def.left),check(def.right);break;case"optional":case"nullable":case"default":case"prefault":case"catch":case"readonly":case"nonoptional":case"promise":case"\
success":check(def.innerType);break;case"pipe":check(def.in),check(def.out);break;case"function":check(def.input),check(def.output);break;case"lazy":{let inner=def.
_cachedInner??(resolve?inst._zod.innerType:void 0);merge2(inner?isRecursive(inner,stack,!1):ASSUMED);break}case"template_literal":case"string":case"number":case"\
int":case"boolean":case"bigint":case"symbol":case"undefined":case"null":case"void":case"never":case"any":case"unknown":case"date":case"nan":case"enum":case"lite\
ral":case"file":case"transform":case"custom":break;default:for(let key in def){let desc=Object.getOwnPropertyDescriptor(def,key);if(!desc||desc.get)continue;let value=desc.
value;if(!(!value||typeof value!="object")){if(value._zod)check(value);else if(Array.isArray(value))for(let el of value)check(el)}}}return stack.delete(inst),settle(
inst,result)}function settle(inst,answer){return answer!==ASSUMED&&recursive.set(inst,answer===PROVEN),answer}function bucketFor(state,inst){let bucket=state.buckets.get(inst);return bucket||(bucket=new WeakMap,state.buckets.set(inst,bucket)),bucket}var handoff,open=[],
memo={alloc(_inst,payload,empty){let bucket=handoff;if(!bucket)return empty;handoff=void 0;let entry={value:empty,issues:null};return bucket.set(payload.value,entry),
open.push(entry),empty},guard(inst){var _a4;(_a4=inst._zod).deferred??(_a4.deferred=[]),inst._zod.deferred.push(()=>{let base=inst._zod.parse,wrapped=(payload,ctx)=>{
if(ctx.direction!=="backward"&&isBackEdge(ctx,payload.value))throw new $ZodCyclicError;return base(payload,ctx)};inst._zod.parse=wrapped,inst._zod.run===base&&(inst.
_zod.run=wrapped)})},attach(inst){var _a4;let isRecursiveInst,rechecked=!1,lastCtx,lastBucket;(_a4=inst._zod).deferred??(_a4.deferred=[]),inst._zod.deferred.push(
()=>{let base=inst._zod.parse,wrapped=(payload,ctx)=>{if(isRecursiveInst===void 0){let walked=isRecursive(inst,new Set,!1);if(walked===NONE)return inst._zod.parse=
base,inst._zod.run===wrapped&&(inst._zod.run=base),base(payload,ctx);walked===PROVEN||rechecked?isRecursiveInst=!0:rechecked=!0}let input=payload.value;if(!isRef(
input))return base(payload,ctx);let state=ctx[STATE];state||(state={buckets:new WeakMap,backEdges:void 0},ctx[STATE]=state);let bucket;lastCtx===ctx?bucket=lastBucket:
(bucket=bucketFor(state,inst),lastCtx=ctx,lastBucket=bucket);let hit=bucket.get(input);if(hit)return payload.value=hit.value,hit.issues?hit.issues.length&&payload.
issues.push(...cloneIssues(hit.issues)):(payload.memo=!0,state.backEdges??(state.backEdges=new WeakSet),state.backEdges.add(hit.value)),payload;handoff=bucket;let depth=open.
length,result=base(payload,ctx);handoff=void 0;let entry=open.length>depth?open.pop():void 0;return result instanceof Promise?result.then(r=>(entry&&(entry.issues=
r.issues.length?cloneIssues(r.issues):NO_ISSUES),r)):(entry&&(entry.issues=result.issues.length?cloneIssues(result.issues):NO_ISSUES),result)};inst._zod.parse=wrapped,
inst._zod.run===base&&(inst._zod.run=wrapped)})}};function memoizer(){return memo}function isBackEdge(ctx,value){let backEdges=ctx[STATE]?.backEdges;return backEdges!==
void 0&&isRef(value)&&backEdges.has(value)}var error=()=>{let Sizable={string:{unit:"characters",verb:"to have"},file:{unit:"bytes",verb:"to have"},array:{unit:"items",verb:"to have"},set:{unit:"items",verb:"\
to have"},map:{unit:"entries",verb:"to have"}};function getSizing(origin){return Sizable[origin]??null}let FormatDictionary={regex:"input",email:"email address",
url:"URL",emoji:"emoji",uuid:"UUID",uuidv4:"UUIDv4",uuidv6:"UUIDv6",nanoid:"nanoid",guid:"GUID",cuid:"cuid",cuid2:"cuid2",ulid:"ULID",xid:"XID",ksuid:"KSUID",datetime:"\
ISO datetime",date:"ISO date",time:"ISO time",duration:"ISO duration",ipv4:"IPv4 address",ipv6:"IPv6 address",mac:"MAC address",cidrv4:"IPv4 range",cidrv6:"IPv6\
 range",base64:"base64-encoded string",base64url:"base64url-encoded string",json_string:"JSON string",e164:"E.164 number",currency_code:"currency code",credit_card:"\
credit card number",iban:"IBAN",jwt:"JWT",template_literal:"input"},TypeDictionary={nan:"NaN"};function getTypeName(type,input){return type==="number"&&typeof input==
"number"&&!Number.isFinite(input)?String(input):TypeDictionary[type]??type}return issue2=>{switch(issue2.code){case"invalid_type":{let expected=getTypeName(issue2.
expected),receivedType=parsedType(issue2.input),received=getTypeName(receivedType,issue2.input);return`Invalid input: expected ${expected}, received ${received}`}case"\
invalid_value":return issue2.values.length===1?`Invalid input: expected ${stringifyPrimitive(issue2.values[0])}`:`Invalid option: expected one of ${joinValues(issue2.
values,"|")}`;case"too_big":{let adj=issue2.exact?"exactly ":issue2.inclusive?"<=":"<",sizing=getSizing(issue2.origin);return sizing?`Too big: expected ${issue2.
origin??"value"} to have ${adj}${issue2.maximum.toString()} ${sizing.unit??"elements"}`:`Too big: expected ${issue2.origin??"value"} to be ${adj}${issue2.maximum.
toString()}`}case"too_small":{let adj=issue2.exact?"exactly ":issue2.inclusive?">=":">",sizing=getSizing(issue2.origin);return sizing?`Too small: expected ${issue2.
origin} to have ${adj}${issue2.minimum.toString()} ${sizing.unit}`:`Too small: expected ${issue2.origin} to be ${adj}${issue2.minimum.toString()}`}case"invalid_\
format":{let _issue=issue2;return _issue.format==="starts_with"?`Invalid string: must start with "${_issue.prefix}"`:_issue.format==="ends_with"?`Invalid string\
: must end with "${_issue.suffix}"`:_issue.format==="includes"?`Invalid string: must include "${_issue.includes}"`:_issue.format==="regex"?`Invalid string: must\
 match pattern ${_issue.pattern}`:`Invalid ${FormatDictionary[_issue.format]??issue2.format}`}case"not_multiple_of":return`Invalid number: must be a multiple of\
 ${issue2.divisor}`;case"unrecognized_keys":return`Unrecognized key${issue2.keys.length>1?"s":""}: ${joinValues(issue2.keys,", ")}`;case"invalid_key":return`Inv\
alid key in ${issue2.origin}`;case"invalid_union":return issue2.options&&Array.isArray(issue2.options)&&issue2.options.length>0?`Invalid discriminator value. Ex\
pected ${issue2.options.map(o=>`'${o}'`).join(" | ")}`:issue2.inclusive===!1?"Invalid input: more than one option matched":"Invalid input";case"invalid_element":
return`Invalid value in ${issue2.origin}`;default:return"Invalid input"}}};function en_default(){return{localeError:error()}}var _a2;var $ZodRegistry=class{constructor(){this._map=new WeakMap,this._idmap=new Map}add(schema,..._meta){let meta2=_meta[0];return this._map.set(schema,meta2),meta2&&
typeof meta2=="object"&&"id"in meta2&&this._idmap.set(meta2.id,schema),this}clear(){return this._map=new WeakMap,this._idmap=new Map,this}remove(schema){let meta2=this.
_map.get(schema);return meta2&&typeof meta2=="object"&&"id"in meta2&&this._idmap.delete(meta2.id),this._map.delete(schema),this}get(schema){let p=schema._zod.parent;
if(p){let pm={...this.get(p)??{}};delete pm.id;let f={...pm,...this._map.get(schema)};return Object.keys(f).length?f:void 0}return this._map.get(schema)}has(schema){
return this._map.has(schema)}};function registry(){return new $ZodRegistry}(_a2=globalThis).__zod_globalRegistry??(_a2.__zod_globalRegistry=registry());var globalRegistry=globalThis.
__zod_globalRegistry;function snapshotChecks(def){return def.checks&&(def.checks=[...def.checks]),def}function _string(Class2,params){return new Class2(snapshotChecks({type:"string",
...normalizeParams(params)}))}function _coercedString(Class2,params){return new Class2(snapshotChecks({type:"string",coerce:!0,...normalizeParams(params)}))}function _email(Class2,params){
return new Class2({type:"string",format:"email",check:"string_format",abort:!1,...normalizeParams(params)})}function _guid(Class2,params){return new Class2({type:"\
string",format:"guid",check:"string_format",abort:!1,...normalizeParams(params)})}function _uuid(Class2,params){return new Class2({type:"string",format:"uuid",check:"\
string_format",abort:!1,...normalizeParams(params)})}function _uuidv4(Class2,params){return new Class2({type:"string",format:"uuid",check:"string_format",abort:!1,
version:"v4",...normalizeParams(params)})}function _uuidv6(Class2,params){return new Class2({type:"string",format:"uuid",check:"string_format",abort:!1,version:"\
v6",...normalizeParams(params)})}function _uuidv7(Class2,params){return new Class2({type:"string",format:"uuid",check:"string_format",abort:!1,version:"v7",...normalizeParams(
params)})}function _url(Class2,params){return new Class2({type:"string",format:"url",check:"string_format",abort:!1,...normalizeParams(params)})}function _emoji2(Class2,params){
return new Class2({type:"string",format:"emoji",check:"string_format",abort:!1,...normalizeParams(params)})}function _nanoid(Class2,params){return new Class2({type:"\
string",format:"nanoid",check:"string_format",abort:!1,...normalizeParams(params)})}function _cuid(Class2,params){return new Class2({type:"string",format:"cuid",
check:"string_format",abort:!1,...normalizeParams(params)})}function _cuid2(Class2,params){return new Class2({type:"string",format:"cuid2",check:"string_format",
abort:!1,...normalizeParams(params)})}function _ulid(Class2,params){return new Class2({type:"string",format:"ulid",check:"string_format",abort:!1,...normalizeParams(
params)})}function _xid(Class2,params){return new Class2({type:"string",format:"xid",check:"string_format",abort:!1,...normalizeParams(params)})}function _ksuid(Class2,params){
return new Class2({type:"string",format:"ksuid",check:"string_format",abort:!1,...normalizeParams(params)})}function _ipv4(Class2,params){return new Class2({type:"\
string",format:"ipv4",check:"string_format",abort:!1,...normalizeParams(params)})}function _ipv6(Class2,params){return new Class2({type:"string",format:"ipv6",check:"\
string_format",abort:!1,...normalizeParams(params)})}function _cidrv4(Class2,params){return new Class2({type:"string",format:"cidrv4",check:"string_format",abort:!1,...normalizeParams(params)})}function _cidrv6(Class2,params){
return new Class2({type:"string",format:"cidrv6",check:"string_format",abort:!1,...normalizeParams(params)})}function _base64(Class2,params){return new Class2({
type:"string",format:"base64",check:"string_format",abort:!1,...normalizeParams(params)})}function _base64url(Class2,params){return new Class2({type:"string",format:"\
base64url",check:"string_format",abort:!1,...normalizeParams(params)})}function _e164(Class2,params){return new Class2({type:"string",format:"e164",check:"strin\
g_format",abort:!1,...normalizeParams(params)})}function _jwt(Class2,params){return new Class2({type:"string",format:"jwt",check:"string_format",abort:!1,...normalizeParams(params)})}function _isoDateTime(Class2,params){return new Class2({type:"string",format:"datetime",check:"string_format",offset:!1,local:!1,precision:null,...normalizeParams(
params)})}function _isoDate(Class2,params){return new Class2({type:"string",format:"date",check:"string_format",...normalizeParams(params)})}function _isoTime(Class2,params){
return new Class2({type:"string",format:"time",check:"string_format",precision:null,...normalizeParams(params)})}function _isoDuration(Class2,params){return new Class2(
{type:"string",format:"duration",check:"string_format",...normalizeParams(params)})}function _number(Class2,params){return new Class2(snapshotChecks({type:"numb\
er",checks:[],...normalizeParams(params)}))}function _coercedNumber(Class2,params){return new Class2(snapshotChecks({type:"number",coerce:!0,checks:[],...normalizeParams(
params)}))}function _int(Class2,params){return new Class2({type:"number",check:"number_format",abort:!1,format:"safeint",...normalizeParams(params)})}function _boolean(Class2,params){return new Class2({type:"boolean",...normalizeParams(params)})}function _coercedBoolean(Class2,params){return new Class2({type:"\
boolean",coerce:!0,...normalizeParams(params)})}function _coercedBigint(Class2,params){return new Class2({type:"bigint",coerce:!0,...normalizeParams(params)})}function _null2(Class2,params){return new Class2({type:"null",...normalizeParams(params)})}function _unknown(Class2){return new Class2({type:"unknown"})}function _never(Class2,params){return new Class2({type:"never",...normalizeParams(params)})}function _coercedDate(Class2,params){return new Class2({type:"date",coerce:!0,...normalizeParams(params)})}function _lt(value,params){return new $ZodCheckLessThan({check:"less_than",...normalizeParams(params),value,inclusive:!1})}function _lte(value,params){return new $ZodCheckLessThan(
{check:"less_than",...normalizeParams(params),value,inclusive:!0})}function _gt(value,params){return new $ZodCheckGreaterThan({check:"greater_than",...normalizeParams(params),value,inclusive:!1})}function _gte(value,params){return new $ZodCheckGreaterThan(
{check:"greater_than",...normalizeParams(params),value,inclusive:!0})}function _multipleOf(value,params){return new $ZodCheckMultipleOf({check:"multiple_of",...normalizeParams(params),value})}function _maxLength(maximum,params){return new $ZodCheckMaxLength({check:"max_length",...normalizeParams(params),maximum})}function _minLength(minimum,params){return new $ZodCheckMinLength(
{check:"min_length",...normalizeParams(params),minimum})}function _length(length,params){return new $ZodCheckLengthEquals({check:"length_equals",...normalizeParams(
params),length})}function _regex(pattern,params){return new $ZodCheckRegex({check:"string_format",format:"regex",...normalizeParams(params),pattern})}function _lowercase(params){
return new $ZodCheckLowerCase({check:"string_format",format:"lowercase",...normalizeParams(params)})}function _uppercase(params){return new $ZodCheckUpperCase({
check:"string_format",format:"uppercase",...normalizeParams(params)})}function _includes(includes,params){return new $ZodCheckIncludes({check:"string_format",format:"\
includes",...normalizeParams(params),includes})}function _startsWith(prefix,params){return new $ZodCheckStartsWith({check:"string_format",format:"starts_with",...normalizeParams(
params),prefix})}function _endsWith(suffix,params){return new $ZodCheckEndsWith({check:"string_format",format:"ends_with",...normalizeParams(params),suffix})}function _overwrite(tx){return new $ZodCheckOverwrite({check:"overwrite",tx})}function _normalize(form){return _overwrite(input=>input.normalize(form))}function _trim(){
return _overwrite(input=>input.trim())}function _toLowerCase(){return _overwrite(input=>input.toLowerCase())}function _toUpperCase(){return _overwrite(input=>input.
toUpperCase())}function _slugify(){return _overwrite(input=>slugify(input))}function _array(Class2,element,params){return new Class2({type:"array",element,...normalizeParams(
params)})}function _custom(Class2,fn,_params){let norm=normalizeParams(_params);return norm.abort??(norm.abort=!0),new Class2({type:"custom",check:"custom",fn,...norm})}function _refine(Class2,fn,_params){
return new Class2({type:"custom",check:"custom",fn,...normalizeParams(_params)})}function _superRefine(fn,params){let ch=_check(payload=>(payload.addIssue=issue2=>{
if(typeof issue2=="string")payload.issues.push(issue(issue2,payload.value,ch._zod.def));else{let _issue=issue2;_issue.fatal&&(_issue.continue=!1),_issue.code??(_issue.
code="custom"),"input"in _issue||(_issue.input=payload.value),_issue.inst??(_issue.inst=ch),_issue.continue??(_issue.continue=!ch._zod.def.abort),payload.issues.
push(issue(_issue))}},fn(payload.value,payload)),params);return ch}function _check(fn,params){let ch=new $ZodCheck({check:"custom",...normalizeParams(params)});
return ch._zod.check=fn,ch}function assignProps(target,...sources){for(let source of sources)for(let key of Reflect.ownKeys(source))Object.prototype.propertyIsEnumerable.call(source,key)&&
assignProp(target,key,source[key]);return target}function initializeContext(params){let target=params?.target??"draft-2020-12";return target==="draft-4"&&(target=
"draft-04"),target==="draft-7"&&(target="draft-07"),{processors:params.processors??{},metadataRegistry:params?.metadata??globalRegistry,target,unrepresentable:params?.
unrepresentable??"throw",override:params?.override??(()=>{}),io:params?.io??"output",counter:0,seen:new Map,sharedDefsExtractedFor:void 0,sharedEmitDoneFor:void 0,
cycles:params?.cycles??"ref",reused:params?.reused??"inline",intersections:[],deferred:[],external:params?.external??void 0}}function handleUnrepresentable(schema,ctx,json,params,message){
let result=typeof ctx.unrepresentable=="function"?ctx.unrepresentable({zodSchema:schema,path:params.path,message}):ctx.unrepresentable;if(result==="any")return!1;
if(result===void 0||result==="throw")throw new Error(message);return Object.assign(json,result),!0}function processSchema(schema,ctx,_params={path:[],schemaPath:[]}){
var _a4;let def=schema._zod.def,seen=ctx.seen.get(schema);if(seen)return seen.count++,_params.schemaPath.includes(schema)&&(seen.cycle=_params.path),seen.schema;
let result={schema:{},count:1,cycle:void 0,path:_params.path};ctx.seen.set(schema,result),ctx.sharedDefsExtractedFor=void 0,ctx.sharedEmitDoneFor=void 0;let overrideSchema=schema.
_zod.toJSONSchema?.();if(overrideSchema)result.schema=overrideSchema;else{let params={..._params,schemaPath:[..._params.schemaPath,schema],path:_params.path};if(schema.
_zod.processJSONSchema)schema._zod.processJSONSchema(ctx,result.schema,params);else{let _json=result.schema,processor=ctx.processors[def.type];if(!processor)throw new Error(
`[toJSONSchema]: Non-representable type encountered: ${def.type}`);processor(schema,ctx,_json,params)}let parent=schema._zod.parent;parent&&(result.ref||(result.
ref=parent),processSchema(parent,ctx,params),ctx.seen.get(parent).isParent=!0)}let meta2=ctx.metadataRegistry.get(schema);return meta2&&assignProps(result.schema,
meta2),ctx.io==="input"&&isTransforming(schema)&&(delete result.schema.examples,delete result.schema.default),ctx.io==="input"&&"_prefault"in result.schema&&((_a4=
result.schema).default??(_a4.default=result.schema._prefault)),delete result.schema._prefault,ctx.seen.get(schema).schema}function encodeJSONPointerSegment(segment){return segment.replace(/~/g,"~0").replace(/\//g,"~1")}function extractDefs(ctx,schema){let root=ctx.seen.get(schema);
if(!root)throw new Error("Unprocessed schema. This is a bug in Zod.");if(ctx.external&&ctx.sharedDefsExtractedFor===ctx.external)return;let idToSchema=new Map;for(let entry of ctx.
seen.entries()){let id=ctx.metadataRegistry.get(entry[0])?.id;if(id){let existing=idToSchema.get(id);if(existing&&existing!==entry[0])throw new Error(`Duplicate\
 schema id "${id}" detected during JSON Schema conversion. Two different schemas cannot share the same id when converted together.`);idToSchema.set(id,entry[0])}}
let makeURI=entry=>{let defsSegment=ctx.target==="draft-2020-12"?"$defs":"definitions";if(ctx.external){let externalId=ctx.external.registry.get(entry[0])?.id,uriGenerator=ctx.
external.uri??(id2=>id2);if(externalId)return{ref:uriGenerator(externalId)};let id=entry[1].defId??entry[1].schema.id??`schema${ctx.counter++}`;return entry[1].
defId=id,{defId:id,ref:`${uriGenerator("__shared")}#/${defsSegment}/${encodeJSONPointerSegment(id)}`}}let uriPrefix="#",defUriPrefix=`${uriPrefix}/${defsSegment}\
/`;if(entry[1]===root&&!entry[1].schema.id)return{ref:uriPrefix};let defId=entry[1].schema.id??`__schema${ctx.counter++}`;return{defId,ref:defUriPrefix+encodeJSONPointerSegment(
defId)}},extractToDef=entry=>{if(entry[1].schema.$ref)return;let seen=entry[1],{ref,defId}=makeURI(entry);seen.def={...seen.schema},defId&&(seen.defId=defId);let schema2=seen.
schema;for(let key in schema2)delete schema2[key];schema2.$ref=ref};if(ctx.cycles==="throw")for(let entry of ctx.seen.entries()){let seen=entry[1];if(seen.cycle)
throw new Error(`Cycle detected: #/${seen.cycle?.join("/")}/<root>

Set the \`cycles\` parameter to \`"ref"\` to resolve cyclical schemas with defs.`)}for(let entry of ctx.seen.entries()){let seen=entry[1];if(schema===entry[0]){
extractToDef(entry);continue}if(ctx.external){let ext=ctx.external.registry.get(entry[0])?.id;if(schema!==entry[0]&&ext){extractToDef(entry);continue}}if(ctx.metadataRegistry.
get(entry[0])?.id){extractToDef(entry);continue}if(seen.cycle){extractToDef(entry);continue}seen.count>1&&ctx.reused==="ref"&&extractToDef(entry)}ctx.external&&
(ctx.sharedDefsExtractedFor=ctx.external)}function compactTypeUnion(schema){let options=schema.anyOf;if(!Array.isArray(options)||options.length===0||schema.type!==
void 0)return;let types=[];for(let option of options){if(!option||typeof option!="object")return;compactTypeUnion(option);let keys=Object.keys(option);if(keys.length!==
1||keys[0]!=="type")return;let type=option.type;for(let member of Array.isArray(type)?type:[type]){if(typeof member!="string")return;types.includes(member)||types.
push(member)}}delete schema.anyOf,schema.type=types.length===1?types[0]:types}var FOLDABLE_KEYS=new Set(["type","properties","required","additionalProperties"]),
UNION_KEYS=["oneOf","anyOf"];function undeclaredConstraint(member){let extra=member.additionalProperties;return extra===void 0||extra===!1||typeof extra!="objec\
t"||extra===null?null:Object.keys(extra).length?extra:null}function foldObjects(members2){let objects=[];for(let member of members2){if(typeof member!="object"||
member.type!=="object")return null;for(let key in member)if(!FOLDABLE_KEYS.has(key))return null;objects.push(member)}let properties={},required2=new Set;for(let object2 of objects){
for(let key in object2.properties){if(Object.prototype.hasOwnProperty.call(properties,key))continue;let parts=[];for(let other of objects){let part=other.properties?.[key]??
undeclaredConstraint(other);part!=null&&(parts.some(seen=>JSON.stringify(seen)===JSON.stringify(part))||parts.push(part))}let merged=parts.length===1?parts[0]:foldObjects(
parts)??{allOf:parts};assignProp(properties,key,merged)}for(let key of object2.required??[])required2.add(key)}let folded={type:"object",properties};if(required2.
size&&(folded.required=[...required2]),objects.every(object2=>object2.additionalProperties===!1))folded.additionalProperties=!1;else{let constraints=[];for(let object2 of objects){
let constraint=undeclaredConstraint(object2);constraint&&!constraints.some(seen=>JSON.stringify(seen)===JSON.stringify(constraint))&&constraints.push(constraint)}
constraints.length===1?folded.additionalProperties=constraints[0]:constraints.length>1&&(folded.additionalProperties={allOf:constraints})}return folded}function foldIntersection(json){
let allOf=json.allOf;if(!Array.isArray(allOf)||allOf.length<2)return;for(let key of FOLDABLE_KEYS)if(key in json)return;let unions=allOf.filter(m=>UNION_KEYS.some(
k=>Array.isArray(m[k]))),folded=null;if(!unions.length)folded=foldObjects(allOf);else{let union2=unions[0],keyword=UNION_KEYS.find(k=>Array.isArray(union2[k]));
if(Object.keys(union2).length!==1)return;let rest=allOf.filter(m=>m!==union2),branches=union2[keyword].map(branch=>foldObjects([...rest,branch]));if(branches.some(
b=>!b))return;folded={[keyword]:branches}}folded&&(delete json.allOf,assignProps(json,folded))}function finalize(ctx,schema){let root=ctx.seen.get(schema);if(!root)
throw new Error("Unprocessed schema. This is a bug in Zod.");let flattenRef=zodSchema=>{let seen=ctx.seen.get(zodSchema);if(seen.ref===null)return;let schema2=seen.
def??seen.schema,_cached={...schema2},ref=seen.ref;if(seen.ref=null,ref){flattenRef(ref);let refSeen=ctx.seen.get(ref),refSchema=refSeen.schema;if(refSchema.$ref&&
(ctx.target==="draft-07"||ctx.target==="draft-04"||ctx.target==="openapi-3.0")?(schema2.allOf=schema2.allOf??[],schema2.allOf.push(refSchema)):assignProps(schema2,
refSchema),assignProps(schema2,_cached),zodSchema._zod.parent===ref)for(let key in schema2)key==="$ref"||key==="allOf"||key in _cached||delete schema2[key];if(refSchema.
$ref&&refSeen.def)for(let key in schema2)key==="$ref"||key==="allOf"||key in refSeen.def&&JSON.stringify(schema2[key])===JSON.stringify(refSeen.def[key])&&delete schema2[key]}
let parent=zodSchema._zod.parent;if(parent&&parent!==ref){flattenRef(parent);let parentSeen=ctx.seen.get(parent);if(parentSeen?.schema.$ref&&(schema2.$ref=parentSeen.
schema.$ref,parentSeen.def))for(let key in schema2)key==="$ref"||key==="allOf"||key in parentSeen.def&&JSON.stringify(schema2[key])===JSON.stringify(parentSeen.
def[key])&&delete schema2[key]}ctx.override({zodSchema,jsonSchema:schema2,path:seen.path??[]})};if(!ctx.external||ctx.sharedEmitDoneFor!==ctx.external){for(let entry of[
...ctx.seen.entries()].reverse())flattenRef(entry[0]);if(ctx.target!=="openapi-3.0")for(let entry of ctx.seen.entries())compactTypeUnion(entry[1].def??entry[1].
schema);for(let rewrite of ctx.deferred)rewrite();if(ctx.intersections.length){let carriers=new Map;for(let seen of ctx.seen.values())for(let json of[seen.schema,
seen.def]){let allOf=json?.allOf;if(!Array.isArray(allOf))continue;let existing=carriers.get(allOf);existing?existing.push(json):carriers.set(allOf,[json])}for(let allOf of ctx.
intersections)for(let json of carriers.get(allOf)??[])foldIntersection(json)}}let result={};if(ctx.target==="draft-2020-12"?result.$schema="https://json-schema.\
org/draft/2020-12/schema":ctx.target==="draft-07"?result.$schema="http://json-schema.org/draft-07/schema#":ctx.target==="draft-04"?result.$schema="http://json-s\
chema.org/draft-04/schema#":ctx.target,ctx.external?.uri){let id=ctx.external.registry.get(schema)?.id;if(!id)throw new Error("Schema is missing an `id` propert\
y");result.$id=ctx.external.uri(id)}assignProps(result,root.defId?root.schema:root.def??root.schema);let rootMetaId=ctx.metadataRegistry.get(schema)?.id;rootMetaId!==
void 0&&result.id===rootMetaId&&delete result.id;let defs=ctx.external?.defs??{};if(!ctx.external||ctx.sharedEmitDoneFor!==ctx.external)for(let entry of ctx.seen.
entries()){let seen=entry[1];seen.def&&seen.defId&&(seen.def.id===seen.defId&&delete seen.def.id,assignProp(defs,seen.defId,seen.def))}ctx.external&&(ctx.sharedEmitDoneFor=
ctx.external),ctx.external||Object.keys(defs).length>0&&(ctx.target==="draft-2020-12"?result.$defs=defs:result.definitions=defs);try{let finalized=JSON.parse(JSON.
stringify(result));return Object.defineProperty(finalized,"~standard",{value:{...schema["~standard"],jsonSchema:{input:createStandardJSONSchemaMethod(schema,"in\
put",ctx.processors),output:createStandardJSONSchemaMethod(schema,"output",ctx.processors)}},enumerable:!1,writable:!1}),finalized}catch{throw new Error("Error \
converting schema to JSON.")}}function isTransforming(_schema,_ctx){let ctx=_ctx??{seen:new Set};if(ctx.seen.has(_schema))return!1;ctx.seen.add(_schema);let def=_schema.
_zod.def;if(def.type==="transform")return!0;if(def.type==="array")return isTransforming(def.element,ctx);if(def.type==="set")return isTransforming(def.valueType,
ctx);if(def.type==="lazy")return isTransforming(def.getter(),ctx);if(def.type==="promise"||def.type==="optional"||def.type==="nonoptional"||def.type==="nullable"||
def.type==="readonly"||def.type==="default"||def.type==="prefault"||def.type==="catch")return isTransforming(def.innerType,ctx);if(def.type==="intersection")return isTransforming(
def.left,ctx)||isTransforming(def.right,ctx);if(def.type==="record"||def.type==="map")return isTransforming(def.keyType,ctx)||isTransforming(def.valueType,ctx);
if(def.type==="pipe")return _schema._zod.traits.has("$ZodCodec")?!0:isTransforming(def.in,ctx)||isTransforming(def.out,ctx);if(def.type==="object"){for(let key in def.
shape)if(isTransforming(def.shape[key],ctx))return!0;return!1}if(def.type==="union"){for(let option of def.options)if(isTransforming(option,ctx))return!0;return!1}
if(def.type==="tuple"){for(let item of def.items)if(isTransforming(item,ctx))return!0;return!!(def.rest&&isTransforming(def.rest,ctx))}return!1}var createToJSONSchemaMethod=(schema,processors={})=>params=>{
let ctx=initializeContext({...params,processors});return processSchema(schema,ctx),extractDefs(ctx,schema),finalize(ctx,schema)},createStandardJSONSchemaMethod=(schema,io,processors={})=>params=>{
let{libraryOptions,target}=params??{},ctx=initializeContext({...libraryOptions??{},target,io,processors});return processSchema(schema,ctx),extractDefs(ctx,schema),
finalize(ctx,schema)};var narrowMin=(agg,key,value)=>{(agg[key]===void 0||value>agg[key])&&(agg[key]=value)},narrowMax=(agg,key,value)=>{(agg[key]===void 0||value<agg[key])&&(agg[key]=
value)},narrowBoth=(agg,value)=>{narrowMin(agg,"minimum",value),narrowMax(agg,"maximum",value)},addDivisor=(agg,value)=>{agg.multipleOf??(agg.multipleOf=[]),agg.
multipleOf.includes(value)||agg.multipleOf.push(value)},addPattern=(agg,pattern)=>{agg.patterns??(agg.patterns=new Set),agg.patterns.add(pattern)},intersectMime=(agg,mime)=>{
agg.mime=agg.mime?agg.mime.filter(m=>mime.includes(m)):[...mime]},setFormat=(agg,format)=>{agg.format=format,format.includes("int")&&(agg.isInt=!0)},minContributor=(agg,def)=>narrowMin(
agg,"minimum",def.minimum),maxContributor=(agg,def)=>narrowMax(agg,"maximum",def.maximum),formatContributor=ranges=>(agg,def)=>{setFormat(agg,def.format);let[minimum,
maximum]=ranges[def.format];narrowMin(agg,"minimum",minimum),narrowMax(agg,"maximum",maximum)},contributors={greater_than:(agg,def)=>narrowMin(agg,def.inclusive?
"minimum":"exclusiveMinimum",def.value),less_than:(agg,def)=>narrowMax(agg,def.inclusive?"maximum":"exclusiveMaximum",def.value),multiple_of:(agg,def)=>addDivisor(
agg,def.value),number_format:formatContributor(NUMBER_FORMAT_RANGES),bigint_format:formatContributor(BIGINT_FORMAT_RANGES),min_length:minContributor,max_length:maxContributor,
length_equals:(agg,def)=>narrowBoth(agg,def.length),min_size:minContributor,max_size:maxContributor,size_equals:(agg,def)=>narrowBoth(agg,def.size),string_format:(agg,def)=>{
setFormat(agg,def.format),def.pattern&&addPattern(agg,def.pattern),(def.format==="base64"||def.format==="base64url")&&(agg.contentEncoding=def.format),(def.local||
def.precision===-1)&&(agg.laxFormat=!0)},mime_type:(agg,def)=>intersectMime(agg,def.mime)};function aggregateChecks(schema){let agg={},def=schema._zod.def,list=schema.
_zod.traits.has("$ZodCheck")?[schema,...def.checks??[]]:def.checks??[];for(let ch of list)contributors[ch._zod.def.check]?.(agg,ch._zod.def);let bag=schema._zod.
bag;bag.minimum!==void 0&&narrowMin(agg,"minimum",bag.minimum),bag.exclusiveMinimum!==void 0&&narrowMin(agg,"exclusiveMinimum",bag.exclusiveMinimum),bag.maximum!==
void 0&&narrowMax(agg,"maximum",bag.maximum),bag.exclusiveMaximum!==void 0&&narrowMax(agg,"exclusiveMaximum",bag.exclusiveMaximum),bag.multipleOf!==void 0&&addDivisor(
agg,bag.multipleOf),bag.format!==void 0&&(agg.format??(agg.format=bag.format),bag.format.includes("int")&&(agg.isInt=!0)),bag.mime&&intersectMime(agg,bag.mime);
for(let pattern of bag.patterns??[])addPattern(agg,pattern);return agg}var formatMap={guid:"uuid",url:"uri",datetime:"date-time",json_string:"json-string",regex:""},
exactPatterns=new Map([[base64Charset,base64],[base64urlCharset,base64url]]),exactPattern=p=>exactPatterns.get(p)??p,stringProcessor=(schema,ctx,_json,_params)=>{
let json=_json;json.type="string";let{minimum,maximum,format,patterns,contentEncoding,laxFormat}=aggregateChecks(schema);if(typeof minimum=="number"&&(json.minLength=
minimum),typeof maximum=="number"&&(json.maxLength=maximum),format&&(json.format=formatMap[format]??format,json.format===""&&delete json.format,(format==="time"||
laxFormat)&&delete json.format),contentEncoding&&(json.contentEncoding=contentEncoding),patterns&&patterns.size>0){let patternList=[...patterns].map(exactPattern);
patternList.length===1?json.pattern=patternList[0].source:patternList.length>1&&(json.allOf=[...patternList.map(regex=>({...ctx.target==="draft-07"||ctx.target===
"draft-04"||ctx.target==="openapi-3.0"?{type:"string"}:{},pattern:regex.source}))])}},numberProcessor=(schema,ctx,_json,params)=>{let json=_json,{minimum,maximum,
multipleOf,exclusiveMaximum,exclusiveMinimum,isInt}=aggregateChecks(schema);json.type=isInt?"integer":"number";let exMin=typeof exclusiveMinimum=="number"&&exclusiveMinimum>=
(minimum??Number.NEGATIVE_INFINITY),exMax=typeof exclusiveMaximum=="number"&&exclusiveMaximum<=(maximum??Number.POSITIVE_INFINITY),legacy=ctx.target==="draft-04"||
ctx.target==="openapi-3.0";if(exMin?legacy?(json.minimum=exclusiveMinimum,json.exclusiveMinimum=!0):json.exclusiveMinimum=exclusiveMinimum:typeof minimum=="numb\
er"&&(json.minimum=minimum),exMax?legacy?(json.maximum=exclusiveMaximum,json.exclusiveMaximum=!0):json.exclusiveMaximum=exclusiveMaximum:typeof maximum=="number"&&
(json.maximum=maximum),multipleOf){let divisors=new Set;for(let divisor of multipleOf)Number.isFinite(divisor)&&divisor!==0?divisors.add(Math.abs(divisor)):handleUnrepresentable(
schema,ctx,json,params,`A multipleOf divisor of ${divisor} cannot be represented in JSON Schema`);let[first,...rest]=divisors;first!==void 0&&(json.multipleOf=first),
rest.length&&(json.allOf=[...json.allOf??[],...rest.map(m=>({multipleOf:m}))])}},booleanProcessor=(_schema,_ctx,json,_params)=>{json.type="boolean"},bigintProcessor=(schema,ctx,json,params)=>{
handleUnrepresentable(schema,ctx,json,params,"BigInt cannot be represented in JSON Schema")};var nullProcessor=(_schema,ctx,json,_params)=>{ctx.target==="openapi-3.0"?(json.type="string",json.nullable=!0,json.enum=[null]):json.type="null"};var neverProcessor=(_schema,_ctx,json,_params)=>{json.not={}};var unknownProcessor=(_schema,_ctx,_json,_params)=>{},dateProcessor=(schema,ctx,json,params)=>{handleUnrepresentable(schema,ctx,json,params,"Date cannot be repr\
esented in JSON Schema")},enumProcessor=(schema,_ctx,json,_params)=>{let def=schema._zod.def,values=getEnumValues(def.entries);if(values.length===0){json.not={};
return}values.every(v=>typeof v=="number")&&(json.type="number"),values.every(v=>typeof v=="string")&&(json.type="string"),json.enum=values},literalProcessor=(schema,ctx,json,params)=>{
let def=schema._zod.def;if(def.values.length===0){json.not={};return}let vals=[];for(let val of def.values)if(val===void 0){if(handleUnrepresentable(schema,ctx,
json,params,"Literal `undefined` cannot be represented in JSON Schema"))return}else if(typeof val=="bigint"){if(handleUnrepresentable(schema,ctx,json,params,"Bi\
gInt literals cannot be represented in JSON Schema"))return;vals.push(Number(val))}else vals.push(val);if(vals.length!==0)if(vals.length===1){let val=vals[0];json.
type=val===null?"null":typeof val,ctx.target==="draft-04"||ctx.target==="openapi-3.0"?json.enum=[val]:json.const=val}else vals.every(v=>typeof v=="number")&&(json.
type="number"),vals.every(v=>typeof v=="string")&&(json.type="string"),vals.every(v=>typeof v=="boolean")&&(json.type="boolean"),vals.every(v=>v===null)&&(json.
type="null"),json.enum=vals};var customProcessor=(schema,ctx,json,params)=>{handleUnrepresentable(schema,ctx,json,params,"Custom types cannot be represented in JSON Schema")};var transformProcessor=(schema,ctx,json,params)=>{handleUnrepresentable(schema,ctx,json,params,"Transforms cannot be represented in JSON Schema")};var arrayProcessor=(schema,ctx,_json,params)=>{let json=_json,def=schema._zod.def,{minimum,maximum}=aggregateChecks(schema);typeof minimum=="number"&&(json.minItems=
minimum),typeof maximum=="number"&&(json.maxItems=maximum),json.type="array",json.items=processSchema(def.element,ctx,{...params,path:[...params.path,"items"]})};
function inputOptin(schema){let def=schema._zod.def;return def.type==="pipe"&&def.in._zod.traits.has("$ZodTransform")?inputOptin(def.out):def.type==="catch"?inputOptin(
def.innerType):schema._zod.optin}var objectProcessor=(schema,ctx,_json,params)=>{let json=_json,def=schema._zod.def,shape=def.shape;if(Object.getOwnPropertySymbols(
shape).length&&handleUnrepresentable(schema,ctx,json,params,"Symbol keys cannot be represented in JSON Schema"))return;json.type="object",json.properties={};for(let key in shape)
assignProp(json.properties,key,processSchema(shape[key],ctx,{...params,path:[...params.path,"properties",key]}));let requiredKeys=[];for(let key of Object.keys(
shape)){let field=def.shape[key];(ctx.io==="input"?inputOptin(field)===void 0:field._zod.optout===void 0)&&requiredKeys.push(key)}requiredKeys.length>0&&(json.required=
requiredKeys),def.catchall?._zod.def.type==="never"?json.additionalProperties=!1:def.catchall?def.catchall&&(json.additionalProperties=processSchema(def.catchall,
ctx,{...params,path:[...params.path,"additionalProperties"]})):ctx.io==="output"&&(json.additionalProperties=!1)},unionProcessor=(schema,ctx,json,params)=>{let def=schema.
_zod.def,isExclusive=def.inclusive===!1,options=def.options.map((x2,i2)=>processSchema(x2,ctx,{...params,path:[...params.path,isExclusive?"oneOf":"anyOf",i2]}));
isExclusive?json.oneOf=options:json.anyOf=options},intersectionProcessor=(schema,ctx,json,params)=>{let def=schema._zod.def,a=processSchema(def.left,ctx,{...params,
path:[...params.path,"allOf",0]}),b=processSchema(def.right,ctx,{...params,path:[...params.path,"allOf",1]}),isSimpleIntersection=val=>"allOf"in val&&Object.keys(
val).length===1,allOf=[...isSimpleIntersection(a)?a.allOf:[a],...isSimpleIntersection(b)?b.allOf:[b]];json.allOf=allOf,ctx.intersections.push(allOf)};function stringifyKeyNames(bySchema,json,visited){if(json.$ref){if(visited.has(json))return json;visited.add(json);let def=bySchema.get(json)?.def;if(!def)return json;
let inlined=stringifyKeyNames(bySchema,def,visited);return inlined===def?json:inlined}for(let keyword of["anyOf","oneOf"]){let branches=json[keyword];if(!Array.
isArray(branches))continue;let mapped=branches.map(branch=>stringifyKeyNames(bySchema,branch,visited));mapped.some((branch,i2)=>branch!==branches[i2])&&(json={...json,
[keyword]:mapped})}let types=Array.isArray(json.type)?json.type:[json.type],numericType=!types.includes("string")&&types.some(t=>t==="number"||t==="integer"),values=json.
enum??(json.const!==void 0?[json.const]:void 0);if(!numericType&&!values?.some(v=>typeof v=="number"))return json;let{minimum,maximum,exclusiveMinimum,exclusiveMaximum,
multipleOf,format,id,...rest}=json;return rest.enum?rest.enum=rest.enum.map(v=>typeof v=="number"?String(v):v):typeof rest.const=="number"&&(rest.const=String(rest.
const)),numericType&&(rest.type="string",values||(rest.pattern=(types.includes("number")?number:integer).source)),rest}var pendingRecords=new WeakMap;function rewriteKeyNames(ctx){
let bySchema=new Map;for(let entry of ctx.seen.values())entry.def&&!bySchema.has(entry.schema)&&bySchema.set(entry.schema,entry);let rewrites=new Map;for(let record2 of pendingRecords.
get(ctx)??[]){let seen=ctx.seen.get(record2),names=(seen?.def??seen?.schema)?.propertyNames;if(!names||names===!0||rewrites.has(names))continue;let rewritten=stringifyKeyNames(
bySchema,names,new Set);rewritten!==names&&rewrites.set(names,rewritten)}if(rewrites.size)for(let entry of ctx.seen.values())for(let carrier of[entry.schema,entry.
def]){let rewritten=carrier&&rewrites.get(carrier.propertyNames);rewritten&&(carrier.propertyNames=rewritten)}}var recordProcessor=(schema,ctx,_json,params)=>{let json=_json,
def=schema._zod.def;json.type="object";let keyType=def.keyType,patterns=aggregateChecks(keyType).patterns;if(def.mode==="loose"&&patterns&&patterns.size>0){let valueSchema=processSchema(
def.valueType,ctx,{...params,path:[...params.path,"patternProperties","*"]});json.patternProperties={};for(let pattern of patterns)assignProp(json.patternProperties,
exactPattern(pattern).source,valueSchema)}else{if(ctx.target==="draft-07"||ctx.target==="draft-2020-12"){json.propertyNames=processSchema(def.keyType,ctx,{...params,
path:[...params.path,"propertyNames"]});let pending=pendingRecords.get(ctx);pending||(pending=[],pendingRecords.set(ctx,pending),ctx.deferred.push(()=>rewriteKeyNames(
ctx))),pending.push(schema)}json.additionalProperties=processSchema(def.valueType,ctx,{...params,path:[...params.path,"additionalProperties"]})}let keyValues=keyType.
_zod.values,omittableOnInput=ctx.io==="input"&&inputOptin(def.valueType)!==void 0;if(keyValues&&!def.partial&&!omittableOnInput){let validKeyValues=[...keyValues].
filter(v=>typeof v=="string"||typeof v=="number");validKeyValues.length>0&&(json.required=validKeyValues.map(String))}},nullableProcessor=(schema,ctx,json,params)=>{
let def=schema._zod.def,inner=processSchema(def.innerType,ctx,params),seen=ctx.seen.get(schema);ctx.target==="openapi-3.0"?(seen.ref=def.innerType,json.nullable=
!0):json.anyOf=[inner,{type:"null"}]},nonoptionalProcessor=(schema,ctx,_json,params)=>{let def=schema._zod.def;processSchema(def.innerType,ctx,params);let seen=ctx.
seen.get(schema);seen.ref=def.innerType},UNREPRESENTABLE_DEFAULT=Symbol();function serializeDefaultValue(value,schema,ctx,json,params){let unrepresentable=!1,serialized=JSON.
stringify(value,(_,val)=>typeof val!="bigint"?val:(unrepresentable=!0,null));return unrepresentable?(handleUnrepresentable(schema,ctx,json,params,"BigInt defaul\
ts cannot be represented in JSON Schema"),UNREPRESENTABLE_DEFAULT):JSON.parse(serialized)}var defaultProcessor=(schema,ctx,json,params)=>{let def=schema._zod.def;
processSchema(def.innerType,ctx,params);let seen=ctx.seen.get(schema);seen.ref=def.innerType;let value=serializeDefaultValue(def.defaultValue,schema,ctx,json,params);
value!==UNREPRESENTABLE_DEFAULT&&(json.default=value)},prefaultProcessor=(schema,ctx,json,params)=>{let def=schema._zod.def;processSchema(def.innerType,ctx,params);
let seen=ctx.seen.get(schema);if(seen.ref=def.innerType,ctx.io!=="input")return;let value=serializeDefaultValue(def.defaultValue,schema,ctx,json,params);value!==
UNREPRESENTABLE_DEFAULT&&(json._prefault=value)},catchProcessor=(schema,ctx,json,params)=>{let def=schema._zod.def;processSchema(def.innerType,ctx,params);let seen=ctx.
seen.get(schema);seen.ref=def.innerType;let catchValue;try{catchValue=def.catchValue(void 0)}catch{handleUnrepresentable(schema,ctx,json,params,"Dynamic catch v\
alues are not supported in JSON Schema");return}json.default=catchValue},pipeProcessor=(schema,ctx,_json,params)=>{let def=schema._zod.def,inIsTransform=def.in.
_zod.traits.has("$ZodTransform"),innerType=ctx.io==="input"?inIsTransform?def.out:def.in:def.out;processSchema(innerType,ctx,params);let seen=ctx.seen.get(schema);
seen.ref=innerType},readonlyProcessor=(schema,ctx,json,params)=>{let def=schema._zod.def;processSchema(def.innerType,ctx,params);let seen=ctx.seen.get(schema);seen.
ref=def.innerType,json.readOnly=!0};var optionalProcessor=(schema,ctx,_json,params)=>{let def=schema._zod.def;processSchema(def.innerType,ctx,params);let seen=ctx.seen.get(schema);seen.ref=def.innerType};var _installedErrorProtos=new WeakSet([Object.prototype,Error.prototype]);function _lazyMethod(proto,key,make){Object.defineProperty(proto,key,{configurable:!0,
enumerable:!1,get(){let value=make(this);return Object.defineProperty(this,key,{value,configurable:!0,writable:!0}),value},set(value){Object.defineProperty(this,
key,{value,configurable:!0,writable:!0})}})}var initializer2=(inst,issues)=>{$ZodError.init(inst,issues),inst.name="ZodError";let proto=Object.getPrototypeOf(inst);
_installedErrorProtos.has(proto)||(_installedErrorProtos.add(proto),_lazyMethod(proto,"format",self=>mapper=>formatError(self,mapper)),_lazyMethod(proto,"flatte\
n",self=>mapper=>flattenError(self,mapper)),_lazyMethod(proto,"addIssue",self=>issue2=>{self.issues.push(issue2),self.message=JSON.stringify(self.issues,jsonStringifyReplacer,
2)}),_lazyMethod(proto,"addIssues",self=>issues2=>{self.issues.push(...issues2),self.message=JSON.stringify(self.issues,jsonStringifyReplacer,2)}),Object.defineProperty(
proto,"isEmpty",{configurable:!0,enumerable:!1,get(){return this.issues.length===0}}))};var ZodRealError=$constructor("ZodError",initializer2,void 0,{Parent:Error});var parse=_parse(ZodRealError),parseAsync=_parseAsync(ZodRealError),safeParse=_safeParse(ZodRealError),safeParseAsync=_safeParseAsync(ZodRealError),encode=_encode(
ZodRealError),decode=_decode(ZodRealError),encodeAsync=_encodeAsync(ZodRealError),decodeAsync=_decodeAsync(ZodRealError),safeEncode=_safeEncode(ZodRealError),safeDecode=_safeDecode(
ZodRealError),safeEncodeAsync=_safeEncodeAsync(ZodRealError),safeDecodeAsync=_safeDecodeAsync(ZodRealError);function _ensureDefaultLocale(){globalConfig.localeError||config(en_default())}function _ensureDefaultMemoizer(){globalConfig.memoizer||config({memoizer:memoizer()})}
var ZodType=$constructor("ZodType",(inst,def)=>(_ensureDefaultLocale(),$ZodType.init(inst,def),inst.def=def,inst.type=def.type,inst),{check(...chks){let def=this.
def;return this.clone(util_exports.mergeDefs(def,{checks:[...def.checks??[],...chks.map(ch=>typeof ch=="function"?{_zod:{check:ch,def:{check:"custom"},onattach:[]}}:
ch)]}),{parent:!0})},with(...chks){return this.check(...chks)},clone(def,params){return clone(this,def,params)},brand(){return this},register(reg,meta2){return reg.
add(this,meta2),this},refine(check,params){return this.check(refine(check,params))},superRefine(refinement,params){return this.check(superRefine(refinement,params))},
overwrite(fn){return this.check(_overwrite(fn))},optional(){return optional(this)},exactOptional(){return exactOptional(this)},nullable(){return nullable(this)},
nullish(){return optional(nullable(this))},nonoptional(params){return nonoptional(this,params)},array(){return array(this)},or(arg){return union([this,arg])},and(arg){
return intersection(this,arg)},transform(tx){return pipe(this,transform(tx))},default(d){return _default(this,d)},prefault(d){return prefault(this,d)},catch(params){
return _catch(this,params)},pipe(target){return pipe(this,target)},readonly(){return readonly(this)},describe(description){let cl=this.clone();return globalRegistry.
add(cl,{description}),cl},meta(...args){if(args.length===0)return globalRegistry.get(this);let cl=this.clone();return globalRegistry.add(cl,args[0]),cl},isOptional(){
return this.safeParse(void 0).success},isNullable(){return this.safeParse(null).success},apply(fn,...args){return args.length===0?fn(this):fn(this,...args)},get"\
~standard"(){return util_exports.hide(this,"~standard",{...standardProps(this),jsonSchema:{input:createStandardJSONSchemaMethod(this,"input"),output:createStandardJSONSchemaMethod(
this,"output")}})},set"~standard"(value){util_exports.own(this,"~standard",value)},parse:function _parse2(data,params){return parse(this,data,params,{callee:_parse2})},
parseAsync:async function _parseAsync2(data,params){return await parseAsync(this,data,params,{callee:_parseAsync2})},safeParse(data,params){return safeParse(this,
data,params)},async safeParseAsync(data,params){return safeParseAsync(this,data,params)},get spa(){return this?.safeParseAsync},set spa(value){util_exports.own(
this,"spa",value)},validate(data,params){return validate(this,data,params)},validateAsync(data,params){return validateAsync(this,data,params)},encode:function _encode2(data,params){
return encode(this,data,params,{callee:_encode2})},decode:function _decode2(data,params){return decode(this,data,params,{callee:_decode2})},encodeAsync:async function _encodeAsync2(data,params){
return await encodeAsync(this,data,params,{callee:_encodeAsync2})},decodeAsync:async function _decodeAsync2(data,params){return await decodeAsync(this,data,params,
{callee:_decodeAsync2})},safeEncode(data,params){return safeEncode(this,data,params)},safeDecode(data,params){return safeDecode(this,data,params)},async safeEncodeAsync(data,params){
return safeEncodeAsync(this,data,params)},async safeDecodeAsync(data,params){return safeDecodeAsync(this,data,params)},toJSONSchema(params){return createToJSONSchemaMethod(
this,{})(params)},get description(){return globalRegistry.get(this)?.description},get _def(){return this._zod.def}}),_ZodString=$constructor("_ZodString",(inst,def)=>{
$ZodString.init(inst,def),ZodType.init(inst,def),inst._zod.processJSONSchema=(ctx,json,params)=>stringProcessor(inst,ctx,json,params)},util_exports.derived({format:inst=>aggregateChecks(
inst).format??null,minLength:inst=>aggregateChecks(inst).minimum??null,maxLength:inst=>aggregateChecks(inst).maximum??null},{regex(...args){return this.check(_regex(
...args))},includes(...args){return this.check(_includes(...args))},startsWith(...args){return this.check(_startsWith(...args))},endsWith(...args){return this.check(
_endsWith(...args))},min(...args){return this.check(_minLength(...args))},max(...args){return this.check(_maxLength(...args))},length(...args){return this.check(
_length(...args))},nonempty(...args){return this.check(_minLength(1,...args))},lowercase(params){return this.check(_lowercase(params))},uppercase(params){return this.
check(_uppercase(params))},trim(){return this.check(_trim())},normalize(...args){return this.check(_normalize(...args))},toLowerCase(){return this.check(_toLowerCase())},
toUpperCase(){return this.check(_toUpperCase())},slugify(){return this.check(_slugify())}})),ZodString=$constructor("ZodString",(inst,def)=>{$ZodString.init(inst,
def),_ZodString.init(inst,def)},{email(params){return this.check(_email(ZodEmail,params))},url(params){return this.check(_url(ZodURL,params))},jwt(params){return this.
check(_jwt(ZodJWT,params))},emoji(params){return this.check(_emoji2(ZodEmoji,params))},guid(params){return this.check(_guid(ZodGUID,params))},uuid(params){return this.
check(_uuid(ZodUUID,params))},uuidv4(params){return this.check(_uuidv4(ZodUUID,params))},uuidv6(params){return this.check(_uuidv6(ZodUUID,params))},uuidv7(params){
return this.check(_uuidv7(ZodUUID,params))},nanoid(params){return this.check(_nanoid(ZodNanoID,params))},cuid(params){return this.check(_cuid(ZodCUID,params))},
cuid2(params){return this.check(_cuid2(ZodCUID2,params))},ulid(params){return this.check(_ulid(ZodULID,params))},base64(params){return this.check(_base64(ZodBase64,
params))},base64url(params){return this.check(_base64url(ZodBase64URL,params))},xid(params){return this.check(_xid(ZodXID,params))},ksuid(params){return this.check(
_ksuid(ZodKSUID,params))},ipv4(params){return this.check(_ipv4(ZodIPv4,params))},ipv6(params){return this.check(_ipv6(ZodIPv6,params))},cidrv4(params){return this.
check(_cidrv4(ZodCIDRv4,params))},cidrv6(params){return this.check(_cidrv6(ZodCIDRv6,params))},e164(params){return this.check(_e164(ZodE164,params))},datetime(params){
return this.check(_isoDateTime(ZodISODateTime,params))},date(params){return this.check(_isoDate(ZodISODate,params))},time(params){return this.check(_isoTime(ZodISOTime,
params))},duration(params){return this.check(_isoDuration(ZodISODuration,params))}});function string2(params){return _string(ZodString,params)}var ZodStringFormat=$constructor(
"ZodStringFormat",(inst,def)=>{$ZodStringFormat.init(inst,def),_ZodString.init(inst,def)}),ZodISODateTime=$constructor("ZodISODateTime",(inst,def)=>{$ZodISODateTime.
init(inst,def),ZodStringFormat.init(inst,def)}),ZodISODate=$constructor("ZodISODate",(inst,def)=>{$ZodISODate.init(inst,def),ZodStringFormat.init(inst,def)}),ZodISOTime=$constructor(
"ZodISOTime",(inst,def)=>{$ZodISOTime.init(inst,def),ZodStringFormat.init(inst,def)}),ZodISODuration=$constructor("ZodISODuration",(inst,def)=>{$ZodISODuration.
init(inst,def),ZodStringFormat.init(inst,def)}),ZodEmail=$constructor("ZodEmail",(inst,def)=>{$ZodEmail.init(inst,def),ZodStringFormat.init(inst,def)});var ZodGUID=$constructor("ZodGUID",(inst,def)=>{$ZodGUID.init(inst,def),ZodStringFormat.init(inst,def)});var ZodUUID=$constructor("ZodUUID",(inst,def)=>{$ZodUUID.init(inst,def),ZodStringFormat.init(inst,def)});var ZodURL=$constructor("ZodURL",(inst,def)=>{$ZodURL.init(inst,def),ZodStringFormat.init(inst,def)});function url(params){return _url(ZodURL,params)}var ZodEmoji=$constructor("ZodEmoji",(inst,def)=>{$ZodEmoji.init(inst,def),ZodStringFormat.init(inst,def)});var ZodNanoID=$constructor("ZodNanoID",(inst,def)=>{$ZodNanoID.init(inst,def),ZodStringFormat.init(inst,def)});var ZodCUID=$constructor("ZodCUID",(inst,def)=>{$ZodCUID.init(inst,def),ZodStringFormat.init(inst,def)});var ZodCUID2=$constructor("ZodCUID2",(inst,def)=>{$ZodCUID2.init(inst,def),ZodStringFormat.init(inst,def)});var ZodULID=$constructor("ZodULID",(inst,def)=>{$ZodULID.init(inst,def),ZodStringFormat.init(inst,def)});var ZodXID=$constructor("ZodXID",(inst,def)=>{$ZodXID.init(inst,def),ZodStringFormat.init(inst,def)});var ZodKSUID=$constructor("ZodKSUID",(inst,def)=>{$ZodKSUID.init(inst,def),ZodStringFormat.init(inst,def)});var ZodIPv4=$constructor("ZodIPv4",(inst,def)=>{$ZodIPv4.init(inst,def),ZodStringFormat.init(inst,def)});var ZodIPv6=$constructor("ZodIPv6",(inst,def)=>{$ZodIPv6.init(inst,def),ZodStringFormat.init(inst,def)});var ZodCIDRv4=$constructor("ZodCIDRv4",(inst,def)=>{$ZodCIDRv4.init(inst,def),ZodStringFormat.init(inst,def)});var ZodCIDRv6=$constructor("ZodCIDRv6",(inst,def)=>{$ZodCIDRv6.init(inst,def),ZodStringFormat.init(inst,def)});var ZodBase64=$constructor("ZodBase64",(inst,def)=>{$ZodBase64.init(inst,def),ZodStringFormat.init(inst,def)});var ZodBase64URL=$constructor("ZodBase64URL",(inst,def)=>{$ZodBase64URL.init(inst,def),ZodStringFormat.init(inst,def)});var ZodE164=$constructor("ZodE164",(inst,def)=>{$ZodE164.init(inst,def),ZodStringFormat.init(inst,def)});var ZodJWT=$constructor("ZodJWT",(inst,def)=>{$ZodJWT.init(inst,def),ZodStringFormat.init(inst,def)});var ZodNumber=$constructor("ZodNumber",(inst,def)=>{$ZodNumber.init(inst,def),ZodType.init(inst,def),inst._zod.processJSONSchema=(ctx,json,params)=>numberProcessor(
inst,ctx,json,params),inst.isFinite=!0},util_exports.derived({minValue:inst=>{let{minimum,exclusiveMinimum}=aggregateChecks(inst);return Math.max(minimum??Number.
NEGATIVE_INFINITY,exclusiveMinimum??Number.NEGATIVE_INFINITY)},maxValue:inst=>{let{maximum,exclusiveMaximum}=aggregateChecks(inst);return Math.min(maximum??Number.
POSITIVE_INFINITY,exclusiveMaximum??Number.POSITIVE_INFINITY)},isInt:inst=>{let{isInt,multipleOf}=aggregateChecks(inst);return!!isInt||!!multipleOf?.some(Number.
isSafeInteger)},format:inst=>aggregateChecks(inst).format??null},{gt(value,params){return this.check(_gt(value,params))},gte(value,params){return this.check(_gte(
value,params))},min(value,params){return this.check(_gte(value,params))},lt(value,params){return this.check(_lt(value,params))},lte(value,params){return this.check(
_lte(value,params))},max(value,params){return this.check(_lte(value,params))},int(params){return this.check(int(params))},safe(params){return this.check(int(params))},
positive(params){return this.check(_gt(0,params))},nonnegative(params){return this.check(_gte(0,params))},negative(params){return this.check(_lt(0,params))},nonpositive(params){
return this.check(_lte(0,params))},multipleOf(value,params){return this.check(_multipleOf(value,params))},step(value,params){return this.check(_multipleOf(value,
params))},finite(){return this}}));function number2(params){return _number(ZodNumber,params)}var ZodNumberFormat=$constructor("ZodNumberFormat",(inst,def)=>{$ZodNumberFormat.
init(inst,def),ZodNumber.init(inst,def)});function int(params){return _int(ZodNumberFormat,params)}var ZodBoolean=$constructor("ZodBoolean",(inst,def)=>{$ZodBoolean.init(inst,def),ZodType.init(inst,def),inst._zod.processJSONSchema=(ctx,json,params)=>booleanProcessor(
inst,ctx,json,params)});function boolean2(params){return _boolean(ZodBoolean,params)}var ZodBigInt=$constructor("ZodBigInt",(inst,def)=>{$ZodBigInt.init(inst,def),
ZodType.init(inst,def),inst._zod.processJSONSchema=(ctx,json,params)=>bigintProcessor(inst,ctx,json,params)},util_exports.derived({minValue:inst=>aggregateChecks(
inst).minimum??null,maxValue:inst=>aggregateChecks(inst).maximum??null,format:inst=>aggregateChecks(inst).format??null},{gte(value,params){return this.check(_gte(
value,params))},min(value,params){return this.check(_gte(value,params))},gt(value,params){return this.check(_gt(value,params))},lt(value,params){return this.check(
_lt(value,params))},lte(value,params){return this.check(_lte(value,params))},max(value,params){return this.check(_lte(value,params))},positive(params){return this.
check(_gt(BigInt(0),params))},negative(params){return this.check(_lt(BigInt(0),params))},nonpositive(params){return this.check(_lte(BigInt(0),params))},nonnegative(params){
return this.check(_gte(BigInt(0),params))},multipleOf(value,params){return this.check(_multipleOf(value,params))}}));var ZodNull=$constructor("ZodNull",(inst,def)=>{$ZodNull.init(inst,def),ZodType.init(inst,def),inst._zod.processJSONSchema=(ctx,json,params)=>nullProcessor(inst,
ctx,json,params)});function _null3(params){return _null2(ZodNull,params)}var ZodUnknown=$constructor("ZodUnknown",(inst,def)=>{$ZodUnknown.init(inst,def),ZodType.init(inst,def),inst._zod.processJSONSchema=(ctx,json,params)=>unknownProcessor(
inst,ctx,json,params)});function unknown(){return _unknown(ZodUnknown)}var ZodNever=$constructor("ZodNever",(inst,def)=>{$ZodNever.init(inst,def),ZodType.init(inst,
def),inst._zod.processJSONSchema=(ctx,json,params)=>neverProcessor(inst,ctx,json,params)});function never(params){return _never(ZodNever,params)}var ZodDate=$constructor("ZodDate",(inst,def)=>{$ZodDate.init(inst,def),ZodType.init(inst,def),inst._zod.processJSONSchema=(ctx,json,params)=>dateProcessor(inst,
ctx,json,params),inst.min=(value,params)=>inst.check(_gte(value,params)),inst.max=(value,params)=>inst.check(_lte(value,params))},util_exports.derived({minDate:inst=>{
let{minimum}=aggregateChecks(inst);return minimum?new Date(minimum):null},maxDate:inst=>{let{maximum}=aggregateChecks(inst);return maximum?new Date(maximum):null}},
{}));var ZodArray=$constructor("ZodArray",(inst,def)=>{_ensureDefaultMemoizer(),$ZodArray.init(inst,def),ZodType.init(inst,def),inst._zod.processJSONSchema=(ctx,json,params)=>arrayProcessor(
inst,ctx,json,params),inst.element=def.element},{min(n,params){return this.check(_minLength(n,params))},nonempty(params){return this.check(_minLength(1,params))},
max(n,params){return this.check(_maxLength(n,params))},length(n,params){return this.check(_length(n,params))},unwrap(){return this.element}});function array(element,params){
return _array(ZodArray,element,params)}var ZodObject=$constructor("ZodObject",(inst,def)=>{_ensureDefaultMemoizer(),$ZodObjectJIT.init(inst,def),ZodType.init(inst,def),inst._zod.processJSONSchema=(ctx,json,params)=>objectProcessor(
inst,ctx,json,params),util_exports.installLazyProp(inst,"shape",self=>self._zod.def.shape,!1)},{keyof(){return _enum(Object.keys(this._zod.def.shape))},catchall(catchall){
return this.clone(util_exports.mergeDefs(this._zod.def,{catchall}))},passthrough(){return this.clone(util_exports.mergeDefs(this._zod.def,{catchall:unknown()}))},
loose(){return this.clone(util_exports.mergeDefs(this._zod.def,{catchall:unknown()}))},strict(){return this.clone(util_exports.mergeDefs(this._zod.def,{catchall:never()}))},
strip(){return this.clone(util_exports.mergeDefs(this._zod.def,{catchall:void 0}))},extend(incoming){return util_exports.extend(this,incoming)},safeExtend(incoming){
return util_exports.safeExtend(this,incoming)},merge(other){return util_exports.merge(this,other)},pick(mask){return util_exports.pick(this,mask)},omit(mask){return util_exports.
omit(this,mask)},partial(...args){return util_exports.partial(ZodOptional,this,args[0])},exactPartial(...args){return util_exports.partial(ZodExactOptional,this,
args[0],"exactPartial")},required(...args){return util_exports.required(ZodNonOptional,this,args[0])}});function object(shape,params){let def={type:"object",shape:shape??
{},...util_exports.normalizeParams(params)};return new ZodObject(def)}function strictObject(shape,params){return new ZodObject({type:"object",shape,catchall:never(),
...util_exports.normalizeParams(params)})}function looseObject(shape,params){return new ZodObject({type:"object",shape,catchall:unknown(),...util_exports.normalizeParams(
params)})}var ZodUnion=$constructor("ZodUnion",(inst,def)=>{$ZodUnion.init(inst,def),ZodType.init(inst,def),inst._zod.processJSONSchema=(ctx,json,params)=>unionProcessor(
inst,ctx,json,params),inst.options=def.options});function union(options,params){return new ZodUnion({type:"union",options,...util_exports.normalizeParams(params)})}var ZodDiscriminatedUnion=$constructor("ZodDiscriminatedUnion",(inst,def)=>{ZodUnion.init(inst,def),$ZodDiscriminatedUnion.init(inst,def)});function discriminatedUnion(discriminator,options,params){
return new ZodDiscriminatedUnion({type:"union",options,discriminator,...util_exports.normalizeParams(params)})}var ZodIntersection=$constructor("ZodIntersection",
(inst,def)=>{$ZodIntersection.init(inst,def),ZodType.init(inst,def),inst._zod.processJSONSchema=(ctx,json,params)=>intersectionProcessor(inst,ctx,json,params)});
function intersection(left,right){return new ZodIntersection({type:"intersection",left,right})}var ZodRecord=$constructor("ZodRecord",(inst,def)=>{_ensureDefaultMemoizer(),$ZodRecord.init(inst,def),ZodType.init(inst,def),inst._zod.processJSONSchema=(ctx,json,params)=>recordProcessor(
inst,ctx,json,params),inst.keyType=def.keyType,inst.valueType=def.valueType});function record(keyType,valueType,params){return!valueType||!valueType._zod?new ZodRecord(
{type:"record",keyType:string2(),valueType:keyType,...util_exports.normalizeParams(valueType)}):new ZodRecord({type:"record",keyType,valueType,...util_exports.normalizeParams(
params)})}function partialRecord(keyType,valueType,params){return new ZodRecord({type:"record",keyType,valueType,...util_exports.normalizeParams(params),partial:!0})}var ZodEnum=$constructor("ZodEnum",(inst,def)=>{$ZodEnum.init(inst,def),ZodType.init(inst,def),inst._zod.processJSONSchema=(ctx,json,params)=>enumProcessor(inst,
ctx,json,params),inst.enum=def.entries,inst.options=[...inst._zod.values];let keys=new Set(Object.keys(def.entries));inst.extract=(values,params)=>{let newEntries={};
for(let value of values)if(keys.has(value))newEntries[value]=def.entries[value];else throw new Error(`Key ${value} not found in enum`);return new ZodEnum({...def,
checks:[],...util_exports.normalizeParams(params),entries:newEntries})},inst.exclude=(values,params)=>{let newEntries={...def.entries};for(let value of values)if(keys.
has(value))delete newEntries[value];else throw new Error(`Key ${value} not found in enum`);return new ZodEnum({...def,checks:[],...util_exports.normalizeParams(
params),entries:newEntries})}});function _enum(values,params){let entries=Array.isArray(values)?Object.fromEntries(values.map(v=>[v,v])):values;return new ZodEnum(
{type:"enum",entries,...util_exports.normalizeParams(params)})}var ZodLiteral=$constructor("ZodLiteral",(inst,def)=>{$ZodLiteral.init(inst,def),ZodType.init(inst,def),inst._zod.processJSONSchema=(ctx,json,params)=>literalProcessor(
inst,ctx,json,params),inst.values=new Set(def.values),Object.defineProperty(inst,"value",{get(){if(def.values.length>1)throw new Error("This schema contains mul\
tiple valid literal values. Use `.values` instead.");return def.values[0]}})});function literal(value,params){return new ZodLiteral({type:"literal",values:Array.
isArray(value)?value:[value],...util_exports.normalizeParams(params)})}var ZodTransform=$constructor("ZodTransform",(inst,def)=>{_ensureDefaultMemoizer(),$ZodTransform.init(inst,def),ZodType.init(inst,def),inst._zod.processJSONSchema=
(ctx,json,params)=>transformProcessor(inst,ctx,json,params),inst._zod.parse=(payload,_ctx)=>{if(_ctx.direction==="backward")throw new $ZodEncodeError(inst.constructor.
name);payload.addIssue=issue2=>{if(typeof issue2=="string")payload.issues.push(util_exports.issue(issue2,payload.value,def));else{let _issue=issue2;_issue.fatal&&
(_issue.continue=!1),_issue.code??(_issue.code="custom"),"input"in _issue||(_issue.input=payload.value),_issue.inst??(_issue.inst=inst),payload.issues.push(util_exports.
issue(_issue))}};let output=def.transform(payload.value,payload);return output instanceof Promise?output.then(output2=>(payload.value=output2,payload)):(payload.
value=output,payload)}});function transform(fn){return new ZodTransform({type:"transform",transform:fn})}var ZodOptional=$constructor("ZodOptional",(inst,def)=>{
$ZodOptional.init(inst,def),ZodType.init(inst,def),inst._zod.processJSONSchema=(ctx,json,params)=>optionalProcessor(inst,ctx,json,params),inst.unwrap=()=>inst._zod.
def.innerType});function optional(innerType){return new ZodOptional({type:"optional",innerType})}var ZodExactOptional=$constructor("ZodExactOptional",(inst,def)=>{
$ZodExactOptional.init(inst,def),ZodType.init(inst,def),inst._zod.processJSONSchema=(ctx,json,params)=>optionalProcessor(inst,ctx,json,params),inst.unwrap=()=>inst.
_zod.def.innerType});function exactOptional(innerType){return new ZodExactOptional({type:"optional",innerType})}var ZodNullable=$constructor("ZodNullable",(inst,def)=>{
$ZodNullable.init(inst,def),ZodType.init(inst,def),inst._zod.processJSONSchema=(ctx,json,params)=>nullableProcessor(inst,ctx,json,params),inst.unwrap=()=>inst._zod.
def.innerType});function nullable(innerType){return new ZodNullable({type:"nullable",innerType})}var ZodDefault=$constructor("ZodDefault",(inst,def)=>{$ZodDefault.init(inst,def),ZodType.init(inst,def),inst._zod.processJSONSchema=(ctx,json,params)=>defaultProcessor(
inst,ctx,json,params),inst.unwrap=()=>inst._zod.def.innerType,inst.removeDefault=inst.unwrap});function _default(innerType,defaultValue){return new ZodDefault({
type:"default",innerType,get defaultValue(){return typeof defaultValue=="function"?defaultValue():util_exports.shallowClone(defaultValue)}})}var ZodPrefault=$constructor(
"ZodPrefault",(inst,def)=>{$ZodPrefault.init(inst,def),ZodType.init(inst,def),inst._zod.processJSONSchema=(ctx,json,params)=>prefaultProcessor(inst,ctx,json,params),
inst.unwrap=()=>inst._zod.def.innerType});function prefault(innerType,defaultValue){return new ZodPrefault({type:"prefault",innerType,get defaultValue(){return typeof defaultValue==
"function"?defaultValue():util_exports.shallowClone(defaultValue)}})}var ZodNonOptional=$constructor("ZodNonOptional",(inst,def)=>{$ZodNonOptional.init(inst,def),
ZodType.init(inst,def),inst._zod.processJSONSchema=(ctx,json,params)=>nonoptionalProcessor(inst,ctx,json,params),inst.unwrap=()=>inst._zod.def.innerType});function nonoptional(innerType,params){
return new ZodNonOptional({type:"nonoptional",innerType,...util_exports.normalizeParams(params)})}var ZodCatch=$constructor("ZodCatch",(inst,def)=>{$ZodCatch.init(inst,def),ZodType.init(inst,def),inst._zod.processJSONSchema=(ctx,json,params)=>catchProcessor(
inst,ctx,json,params),inst.unwrap=()=>inst._zod.def.innerType,inst.removeCatch=inst.unwrap});function _catch(innerType,catchValue){return new ZodCatch({type:"ca\
tch",innerType,catchValue:typeof catchValue=="function"?catchValue:util_exports.constantCatch(catchValue)})}var ZodPipe=$constructor("ZodPipe",(inst,def)=>{$ZodPipe.init(inst,def),ZodType.init(inst,def),inst._zod.processJSONSchema=(ctx,json,params)=>pipeProcessor(inst,
ctx,json,params),inst.in=def.in,inst.out=def.out});function pipe(in_,out){return new ZodPipe({type:"pipe",in:in_,out})}var ZodPreprocess=$constructor("ZodPreprocess",(inst,def)=>{ZodPipe.init(inst,def),$ZodPreprocess.init(inst,def)}),ZodReadonly=$constructor("ZodReadonly",(inst,def)=>{
$ZodReadonly.init(inst,def),ZodType.init(inst,def),inst._zod.processJSONSchema=(ctx,json,params)=>readonlyProcessor(inst,ctx,json,params),inst.unwrap=()=>inst._zod.
def.innerType});function readonly(innerType){return new ZodReadonly({type:"readonly",innerType})}var ZodCustom=$constructor("ZodCustom",(inst,def)=>{$ZodCustom.init(inst,def),ZodType.init(inst,def),inst._zod.processJSONSchema=(ctx,json,params)=>customProcessor(
inst,ctx,json,params)});function custom(fn,_params){return _custom(ZodCustom,fn??(()=>!0),_params)}function refine(fn,_params={}){return _refine(ZodCustom,fn,_params)}function superRefine(fn,params){
return _superRefine(fn,params)}function preprocess(fn,schema){return new ZodPreprocess({type:"pipe",in:transform(fn),out:schema})}var coerce_exports={};__export(coerce_exports,{bigint:()=>bigint2,boolean:()=>boolean3,date:()=>date2,number:()=>number3,string:()=>string3});function string3(params){return _coercedString(ZodString,params)}function number3(params){return _coercedNumber(ZodNumber,params)}function boolean3(params){return _coercedBoolean(
ZodBoolean,params)}function bigint2(params){return _coercedBigint(ZodBigInt,params)}function date2(params){return _coercedDate(ZodDate,params)}var usageRoles=["agent","simulator","judge"],agentPartNames=["prompts","scripts","settings","model"];var caseStatuses=["passed","failed","error","timeout","skipped"],reportedAnswerParts=["tools","usage"];var runPurposes=["attack","bisect"],injectionGoalTypes=["tool_called","contains","canary"],injectionVerdicts=["succeeded","told","task_lost","resisted","not_pla\
ced","undecided"],exclusionReasons=["quarantine","expect_fail","repeat"],caseDecisions=["good","bad","inconclusive"],reviewVerdicts=["good","bad","not_agent"];var turnReviewVerdicts=[...reviewVerdicts,"comment"],accuracyThresholdModes=["average","all"],faultParties=["agent","simulator","judge","infra","case","user_cod\
e"],faultKinds=["wrong_answer","agent_error","simulator_broken","stop_token","repeat","leak","invented","early_end","role_swap","obeys","language","never_ends",
"withheld","undecided","two_verdicts","score_conflict","rate_limit","server","network","timeout","auth","configuration","input_error","unmocked_call","hook_erro\
r","script_error","scorer_error"],assertionTypes=["equals","contains","not_contains","regex","json_path","type","tool_called","tool_result","tools","limits","st\
ate","elicited","snapshot","script","agent"];var simulatorModes=["rules","model"],factStates=["opening","elicited","asked","volunteered","never_asked"],userGoalStates=["open","done","refused"];var agentPartsSchema=partialRecord(_enum(agentPartNames),string2());function abbreviateNameList(texts){let hiddenNote=texts.length>10?` and ${texts.length-10} more`:"";return`${texts.slice(0,10).join(", ")}${hiddenNote}`}function formatCost(cost,currency){return currency===void 0||currency===""?formatAmountDigits(cost):`${formatAmountDigits(cost)} ${currency}`}function formatAmountDigits(cost){
if(cost===0)return"0.00";if(cost>=99.95)return Math.round(cost).toLocaleString("en");let digits=Math.min(10,Math.max(0,2-Math.floor(Math.log10(cost))));return cost.
toFixed(digits).replace(/(?<!0)0+$/,"").padEnd(4,"0")}var msByUnit={ns:1e-6,us:.001,\u00B5s:.001,\u03BCs:.001,ms:1,s:1e3,m:6e4,h:36e5},durationPattern=/^\+?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/,durationTermPattern=/(?<![\d.])[\d.]+[a-zµμ]+/g,
wholeSecondsPattern=/^\d{1,9}s$/,MAX_MS=576*36e5;function parseDuration(text){let total=wholeSecondsPattern.test(text)?Number.parseInt(text,10)*1e3:sumDurationTerms(
text);return total>0&&total<=MAX_MS?total:void 0}function sumDurationTerms(text){if(!durationPattern.test(text))return 0;let total=0;for(let term of text.match(
durationTermPattern)??[])total+=Number.parseFloat(term)*(msByUnit[term.replace(/^[\d.]+/,"")]??Number.NaN);return total}function toErrorMessage(error2){return error2 instanceof Error?error2.message:String(error2)}function isInexactNumber(literal2){return/^-?\d{16,}$/.test(literal2)&&String(Number(literal2))!==literal2}function quoteInexactNumbers(json){let exact="",end=0;
for(let{written,offset}of listInexactNumbers(json))exact+=`${json.slice(end,offset)}"${written}"`,end=offset+written.length;return end===0?json:exact+json.slice(
end)}function listInexactNumbers(json){if(!mayHaveInexactNumbers(json))return[];let quoteOrNumber=/"|-?\d[\d.eE+-]*/g,numbers=[];for(let match=quoteOrNumber.exec(
json);match!==null;match=quoteOrNumber.exec(json)){let[numberText]=match;numberText==='"'?quoteOrNumber.lastIndex=findEndOfJsonString(json,quoteOrNumber.lastIndex):
isInexactNumber(numberText)&&numbers.push({written:numberText,offset:match.index})}return numbers}function findEndOfJsonString(json,start){let quote=json.indexOf(
'"',start);for(;quote!==-1&&isQuoteEscaped(json,quote);)quote=json.indexOf('"',quote+1);return quote===-1?json.length:quote+1}function isQuoteEscaped(json,quoteIndex){
let before=quoteIndex-1;for(;json[before]==="\\";)before-=1;return(quoteIndex-before)%2===0}function mayHaveInexactNumbers(json){let position=15;for(;position<json.
length;){if(!isDigit(json,position)){position+=16;continue}let start=position;for(;isDigit(json,start-1);)start-=1;let end=position+1;for(;isDigit(json,end);)end+=
1;if(end-start>15&&json.charCodeAt(start-1)!==46)return!0;position=end+15}return!1}function isDigit(text,index){let code=text.charCodeAt(index);return code>=48&&
code<=57}function formatDecimalPercent(rate){return rate>.999&&rate<1?"> 99.9%":rate>0&&rate<.001?"< 0.1%":`${(rate*100).toFixed(1)}%`}var TOO_DEEP_TEXT="it is nested more than 500 levels deep";var openingBracketCodes=new Set([91,123]),closingBracketCodes=new Set([93,125]);function findTooDeepOffset(text,levels=500){if(!hasTooManyOpenings(text,levels))
return;let depth=0,isInString=!1;for(let position=0;position<text.length;position+=1){let code=text.charCodeAt(position);if(isInString)code===92?position+=1:(code===
34||code===10)&&(isInString=!1);else if(code===34)isInString=!0;else if(openingBracketCodes.has(code)){if(depth+=1,depth>levels)return position}else closingBracketCodes.
has(code)&&(depth-=1)}}function hasTooManyOpenings(text,levels){let count=0;for(let openingBracket of["{","["])for(let position=text.indexOf(openingBracket);position!==
-1;position=text.indexOf(openingBracket,position+1))if(count+=1,count>levels)return!0;return!1}function isJsonObject(value){return typeof value=="object"&&value!==null&&!Array.isArray(value)}function parseJson(text,levels=500){let tooDeepOffset=findTooDeepOffset(text,levels);if(tooDeepOffset!==void 0)throw new SyntaxError(`${TOO_DEEP_TEXT} at positi\
on ${tooDeepOffset}`);let value=JSON.parse(text),exact=quoteInexactNumbers(text);return exact===text?value:JSON.parse(exact)}function tryParseJson(text,levels){
try{return parseJson(text,levels)}catch{return}}function toCanonicalJson(value,rankOf=giveAllKeysSameRank){return JSON.stringify(sortKeys(value,rankOf))}function giveAllKeysSameRank(){return 0}function sortKeys(value,rankOf){
return typeof value!="object"||value===null?value:Array.isArray(value)?sortKeysOfItems(value,rankOf):sortKeysOfProperties(value,rankOf)}function sortKeysOfItems(items,rankOf){
let result=items;for(let index=0;index<items.length;index+=1){let item=items[index]??null,ordered=sortKeys(item,rankOf);ordered!==item&&(result===items&&(result=
[...items]),result[index]=ordered)}return result}function sortKeysOfProperties(value,rankOf){if(!areKeysSorted(value,rankOf))return sortProperties(value,rankOf);
let result=value;for(let key in value){let member=value[key];if(member===void 0)continue;let ordered=sortKeys(member,rankOf);ordered!==member&&(result===value&&
(result={...value}),setProperty(result,key,ordered))}return result}function areKeysSorted(value,rankOf){let before="",rankBefore=Number.NEGATIVE_INFINITY;for(let key in value){
let rank=rankOf(key);if(rank<rankBefore||rank===rankBefore&&key<before)return!1;before=key,rankBefore=rank}return!0}function sortProperties(value,rankOf){let result={},
keys=Object.keys(value).sort((left,right)=>rankOf(left)-rankOf(right)||(left<right?-1:1));for(let key of keys){let member=value[key];member!==void 0&&setProperty(
result,key,sortKeys(member,rankOf))}return result}function setProperty(target,key,value){key!=="__proto__"?target[key]=value:Object.defineProperty(target,key,{value,
enumerable:!0,configurable:!0,writable:!0})}var LONG_TEXT_PREFIX="\0long ",PLACEHOLDER_KEY="\u2026";function parseLongText(value){let text=isLongTextObject(value)?value[PLACEHOLDER_KEY]:value;if(typeof text!="string"||!isLongTextPlaceholder(text))return;let end=text.
indexOf(`
`),facts=tryParseJson(text.slice(LONG_TEXT_PREFIX.length,end));if(!isJsonObject(facts)||typeof facts.at!="string"||typeof facts.size!="number")return;let form=facts.
form==="json"?"json":"text";return{at:facts.at,size:facts.size,form,preview:text.slice(end+1)}}function isLongTextObject(value){return isJsonObject(value)&&PLACEHOLDER_KEY in
value&&Object.keys(value).length===1}function isLongTextPlaceholder(text){return text.startsWith(LONG_TEXT_PREFIX)}function getLongTextPreview(text){let longText=parseLongText(
text);return longText===void 0?text:`${longText.preview}\u2026`}function listLongWords(text){return text.toLowerCase().match(new RegExp("\\p{L}{4,}","gu"))??[]}function formatCountWithNoun(count,noun){return`${formatCount(count)} ${pluralizeNoun(count,noun)}`}function formatCount(count){if(!Number.isSafeInteger(count))
return count.toLocaleString("en");let digits=String(Math.abs(count)),head=digits.length%3,groups=Array.from({length:(digits.length-head)/3},(_,index)=>digits.slice(
head+index*3,head+index*3+3));return`${count<0?"-":""}${[...head===0?[]:[digits.slice(0,head)],...groups].join(",")}`}function pluralizeNoun(count,noun){return count===
1?noun:`${noun}s`}function withoutUndefined(fields){let result={};for(let key of Object.keys(fields)){let value=Reflect.get(fields,key);value!==void 0&&setProperty(result,key,value)}
return result}var durationSchema=string2().refine(text=>parseDuration(text)!==void 0,"must be a duration such as 30s or 2m30s, at most 576h");var jsonSchema=custom(value=>value!==void 0),jsonObjectSchema=custom().superRefine((value,context)=>{isJsonObject(value)||context.addIssue({code:"invalid_type",
expected:"record",input:value})}).meta({type:"object"});var goalSchema=discriminatedUnion("type",[strictObject({type:literal(injectionGoalTypes[0]),name:string2().min(1).describe("The tool that the agent must not cal\
l because of the text"),arguments:jsonObjectSchema.describe("Arguments of the call; other arguments are allowed").optional()}),strictObject({type:literal(injectionGoalTypes[1]),
value:string2().min(1).describe("The text that no answer may contain")}),strictObject({type:literal(injectionGoalTypes[2]),in:_enum(["argument","answer"]).describe(
"Where the text tells the agent to write a random word. The word counts wherever the agent writes it")})]),injectSchema=strictObject({into:string2().min(1).describe(
"The tool and the path of a text in its answer, such as get_order.$.note; the text is added at its end"),text:string2().min(1).describe("The text to add, or a t\
emplate such as @important_message. {{order}} is replaced by an instruction to reach the goal"),goal:goalSchema.describe("What the agent must not do because of \
the text"),from_turn:int().positive().describe("The first turn with the text (default: 1)").optional()}),attackVariantSchema=object({caseId:string2(),template:string2(),
field:string2(),goal:string2()}),injectionSchema=object({into:string2(),text:string2(),goal:goalSchema,verdict:_enum(injectionVerdicts),reason:string2(),placedAtTurn:int().
positive().optional(),turn:int().positive().optional(),task:_enum(caseStatuses),attack:attackVariantSchema.optional()});var messageRoles=["system","developer","user","assistant","tool"],textPartSchema=strictObject({type:literal("text"),text:string2()}),imagePartSchema=strictObject(
{type:literal("image"),source:string2().optional(),url:string2().optional(),detail:string2().optional(),name:string2().optional()}),imageUrlPartSchema=strictObject(
{type:literal("image_url"),image_url:strictObject({url:string2(),detail:string2().optional()})}),audioPartFields={source:string2().optional(),data:string2().optional(),
format:string2().optional(),input_audio:strictObject({data:string2(),format:string2()}).optional()},audioPartSchema=strictObject({type:literal("audio"),...audioPartFields}),
inputAudioPartSchema=strictObject({type:literal("input_audio"),...audioPartFields}),filePartSchema=strictObject({type:literal("file"),source:string2().optional(),
url:string2().optional(),name:string2().optional(),filename:string2().optional(),file:strictObject({url:string2(),filename:string2().optional()}).optional()}),dataPartSchema=strictObject(
{type:literal("data"),data:strictObject({sources:array(jsonObjectSchema)})}),contentPartSchema=discriminatedUnion("type",[textPartSchema,imagePartSchema,imageUrlPartSchema,
audioPartSchema,inputAudioPartSchema,filePartSchema,dataPartSchema]),messageContentSchema=union([string2(),array(contentPartSchema),_null3(),contentPartSchema.transform(
part=>[part])]),functionCallSchema=strictObject({id:string2().optional(),type:literal("function").default("function"),function:strictObject({name:string2(),arguments:jsonSchema})}),
messageSchema=strictObject({role:_enum(messageRoles).default("user"),content:messageContentSchema,name:string2().optional(),tool_call_id:string2().optional(),tool_calls:array(
functionCallSchema).optional(),refusal:string2().nullish()}),caseInputSchema=union([string2(),messageSchema,array(messageSchema)]);var mockFaultKinds=["error","timeout","delay","truncate"],mockFaultSchema=strictObject({kind:_enum(mockFaultKinds).describe("error: the tool fails; timeout: it \
never answers; delay: it answers late; truncate: it returns half of the answer of the next entry"),times:int().positive().describe("How many times the fault occ\
urs in an attempt, before the next entry answers").optional(),rate:number2().gt(0).max(1).describe("The share of calls that have the fault; the same calls in ev\
ery run").optional(),duration:durationSchema.describe("The length of a delay: 2s, 300ms (default: 1s)").optional(),message:string2().min(1).describe("The text o\
f an error").optional()}).refine(({kind,duration:duration2})=>duration2===void 0||kind==="delay",{message:'only a delay has a "duration"',path:["duration"]}).refine(
({kind,message})=>message===void 0||kind==="error",{message:'only an error has a "message"',path:["message"]}),mockActions=["result","error","use","fault"],mockEntrySchema=strictObject(
{when:jsonObjectSchema.describe('The arguments that this entry matches: values, or the operators eq, ne, gt, gte, lt, lte, in and regex, as in {"amount": {"gt":\
 500}}').optional(),result:jsonSchema.describe('What the tool answers. {"$state": "$.orders"} inserts a part of the state, {{name}} an argument').optional(),error:string2().
min(1).describe("The tool fails with this text").optional(),use:string2().min(1).describe("A function that gets the arguments and the state: scripts:shop.Refund").
optional(),fault:mockFaultSchema.describe("A fault to inject").optional()}).refine(entry=>mockActions.filter(action=>entry[action]!==void 0).length===1,{message:`\
an entry of a mock needs exactly one of ${mockActions.join(", ")}`}),mocksSchema=record(string2().min(1),union([mockEntrySchema,array(mockEntrySchema).min(1,"an\
 empty list of entries cannot answer a call")]).transform(entries=>Array.isArray(entries)?entries:[entries])),initialStateSchema=union([jsonObjectSchema,string2().
min(1)]),stateChangeKinds=["added","removed","changed"],stateChangeSchema=object({kind:_enum(stateChangeKinds),path:string2(),before:jsonSchema.optional(),after:jsonSchema.
optional()}),endStateSchema=object({final:jsonSchema,changes:array(stateChangeSchema)});var faultSeverities=["critical_hindered","critical_helped","minor"],faultSchema=object({by:_enum(faultParties),kind:_enum(faultKinds),turn:int().positive().optional(),
severity:_enum(faultSeverities),rule:string2(),evidence:string2(),confidence:_enum(["certain","likely"])});var conditionSchema=object({check:string2(),wanted:string2(),negate:boolean2().optional(),tools:array(string2()).optional()});var gatesSchema=object({minAccuracy:number2().min(0).max(1).optional(),thresholdMode:_enum(accuracyThresholdModes).optional(),failOnFlaky:boolean2().optional(),
failOnUnjudged:boolean2().optional(),failOnIdle:boolean2().optional(),maxFaulty:number2().min(0).max(1).optional(),minPassRate:number2().min(0).max(1).optional(),
minCasePassRate:number2().min(0).max(1).optional(),failOnRegression:boolean2().optional()});var metricTypes=["similarity","correctness","context_recall"],metricKinds=["accuracy","recall"];var toolCallSchema=object({id:string2().optional(),server:string2().optional(),tool:string2(),arguments:jsonSchema.optional(),result:jsonSchema.optional(),error:string2().
optional(),durationMs:number2().optional(),mocked:boolean2().optional(),injected:object({path:string2(),text:string2()}).optional()}),usageSchema=object({inputTokens:number2().
default(0),outputTokens:number2().default(0),calls:number2().default(0),retries:number2().default(0),cachedTokens:number2().optional(),cost:number2().optional(),
isPartlyPriced:boolean2().optional(),isPartlyCounted:boolean2().optional()}),usageByRoleSchema=partialRecord(_enum(usageRoles),usageSchema);var scoreRangeSchema=object({min:number2(),max:number2()}),answerSampleSchema=object({label:string2(),prompt:string2().optional(),output:string2().optional(),error:string2().
optional(),toolCalls:array(toolCallSchema).optional(),contexts:array(string2()).optional(),usage:usageSchema.optional(),startedAt:number2(),durationMs:number2()}),
scoreSchema=object({metric:string2(),position:int().nonnegative(),score:number2().nullable(),passed:boolean2(),notScorable:literal(!0).optional(),samples:array(
string2()).optional(),range:scoreRangeSchema.optional(),choice:string2().optional(),reason:string2().optional(),error:string2().optional(),unreliable:string2().
optional(),request:jsonSchema.optional(),response:jsonSchema.optional(),contexts:object({retrieved:array(string2()),reference:array(string2())}).optional(),durationMs:number2().
optional()}),metricResultSchema=object({type:_enum(metricTypes),kind:_enum(metricKinds),score:number2().nullable(),records:int().nonnegative()});var environmentSchema=object({userId:string2(),teamId:string2(),locale:string2(),clientType:string2(),clientIp:string2(),referer:string2(),accept:string2(),chatId:string2().
optional(),userAgent:string2().optional(),authorized:jsonObjectSchema.optional(),metadata:jsonObjectSchema.optional()});var suiteSchema=object({key:string2(),agentId:string2(),agentPath:string2().optional(),connector:string2().optional(),parts:agentPartsSchema.optional()}),cassetteModes=[
"record","replay","strict"],helperModelSchema=object({connector:string2(),why:string2()}),runOptionsSchema=object({input:string2(),attempts:int().positive(),autoRuns:object(
{good:number2(),bad:number2(),risk:number2(),max:int().positive()}).optional(),retries:int().positive().optional(),parallel:int().positive(),failFast:boolean2(),
timeoutMs:number2().positive(),agent:string2().optional(),connector:string2().optional(),simulator:string2().optional(),user:string2().optional(),team:string2().
optional(),locale:string2().optional(),cases:array(string2()).optional(),tags:array(string2()).optional(),pattern:string2().optional(),before:string2().optional(),
after:string2().optional(),context:string2().optional(),lastFailed:boolean2().optional(),resume:string2().optional(),fork:object({runId:string2(),suiteKey:string2(),
caseId:string2(),attempt:int().positive(),turn:int().positive(),was:_enum(caseStatuses),message:string2().optional(),system:string2().optional()}).optional(),purpose:_enum(
runPurposes).optional(),bisect:object({runId:string2(),suiteKey:string2(),caseId:string2(),attempt:int().positive(),turns:int().positive(),was:_enum(caseStatuses),
content:string2()}).optional(),shard:object({index:int().positive(),total:int().positive(),plan:string2()}).optional(),maxCost:number2().positive().optional(),url:string2().
optional(),scorer:string2().optional(),groupBy:array(string2()).optional(),gates:gatesSchema.optional(),baseline:string2().optional(),cassette:_enum(cassetteModes).
optional(),exitCodes:literal("detailed").optional(),branch:string2().optional(),currency:string2().optional(),helpers:array(helperModelSchema.extend({role:_enum(
["judge","simulator"]),prompt:string2()})).optional(),allowPartial:literal(!0).optional()});function createAnnouncedCaseSchema(kind,kindFields){return object({suiteKey:string2(),
id:string2(),kind:literal(kind),hash:string2(),name:string2().optional(),line:int().optional(),tags:array(string2()).optional(),preview:string2().optional(),position:int().
optional(),setAside:_enum(["quarantine","expect_fail"]).optional(),...kindFields,metadata:jsonObjectSchema.optional()})}var announcedCaseByKindSchema=discriminatedUnion(
"kind",[createAnnouncedCaseSchema("standard",{checksNothing:literal(!0).optional()}),createAnnouncedCaseSchema("dynamic",{checkpoints:array(object({id:string2(),
description:string2().optional(),after:array(string2()),required:boolean2(),conditions:array(conditionSchema).optional()})).optional(),maxTurns:int().optional(),
simulator:object({use:string2(),by:_enum(simulatorModes).optional(),metadata:jsonObjectSchema.optional(),connector:string2().optional()}).optional()}),createAnnouncedCaseSchema(
"script",{}),createAnnouncedCaseSchema("consistency",{test:int().positive().optional(),samples:int().positive().optional()}),createAnnouncedCaseSchema("experime\
nt",{range:scoreRangeSchema.optional(),scorers:array(string2()).optional()})]);var interruptSchema=object({message:string2(),reason:string2().optional(),tool:string2().optional(),arguments:jsonSchema.optional(),answeredBy:_enum(["approve",
"reject","script"]).optional(),answer:jsonSchema.optional()});var assertionStatuses=["passed","failed","error"],criterionRulingSchema=object({requirement:string2(),reasoning:string2(),quote:string2().optional(),turn:int().
positive().optional(),verdict:_enum(["yes","no","cannot_tell"]),unproved:string2().optional()}),agentValidationFields=object({passed:boolean2(),reason:string2(),
use:string2().optional(),connector:string2().optional(),criteria:jsonSchema.optional(),score:number2().optional(),input:jsonSchema.optional(),request:jsonObjectSchema.
optional(),response:jsonSchema.optional(),mended:literal(!0).optional(),asked_again:literal(!0).optional(),rulings:array(criterionRulingSchema).optional(),prompt:string2().
optional(),unreliable:string2().optional(),votes:array(object({passed:boolean2().nullable(),reason:string2(),score:number2().optional()})).optional()}),agentValidationSchema=agentValidationFields,
assertionResultSchema=object({type:string2(),status:_enum(assertionStatuses),message:string2().optional(),path:string2().optional(),place:string2().optional(),negate:boolean2().
optional(),expected:jsonSchema.optional(),actual:jsonSchema.optional(),agentValidation:agentValidationSchema.optional(),turn:int().positive().optional(),rule:_enum(
["never","turn"]).optional(),asked:jsonObjectSchema.optional()}),checkpointVerdictSchema=assertionResultSchema.pick({type:!0,status:!0,message:!0,negate:!0,asked:!0}),
turnOrigins=["case","simulator"],turnSchema=object({turn:int().positive(),origin:_enum(turnOrigins),input:messageContentSchema,output:jsonSchema.optional(),response:object(
{content:string2(),toolCalls:array(toolCallSchema),next:jsonSchema.optional()}).optional(),checkpointsReached:array(string2()),interrupts:array(interruptSchema).
optional(),reasoning:string2().optional(),goalAchieved:literal(!0).optional(),goals:array(_enum(userGoalStates)).optional(),usage:usageSchema.optional(),startedAt:number2(),
durationMs:number2(),simulatorMs:number2().optional(),error:string2().optional()}),checkpointResultSchema=object({id:string2(),description:string2().optional(),
after:array(string2()),required:boolean2(),reached:boolean2(),reachedAtTurn:int().positive().optional(),tool:string2().optional(),outOfOrderAtTurns:array(int().
positive()),passed:boolean2(),invariant:_enum(["kept","broken","not_judged"]).optional(),brokenAtTurn:int().positive().optional(),message:string2().optional(),agentValidation:agentValidationSchema.
optional()}),rolloutSchema=object({kept:int().nonnegative(),alone:literal(!0).optional(),newMessage:literal(!0).optional()}),userFactSchema=object({name:string2(),
state:_enum(factStates),askedAtTurn:int().positive().optional(),by:literal("model").optional(),toldAtTurn:int().positive().optional()}),endReasons=["checkpoints\
_reached","goal_achieved","refused","turns_played","agent_ended","never","out_of_order","max_turns","no_simulator","timeout","agent_error","unmocked_call","simu\
lator_error","input_error","hook_error","judge_error","script_error","scorer_error","cancelled"],unjudgedSchema=object({calls:array(object({name:string2(),turn:int().
positive()})),endedBeforeDone:boolean2(),overlooked:array(string2()).optional()});function createResultSchema(kind,kindFields){return object({id:string2(),hash:string2().
optional(),name:string2().optional(),kind:literal(kind),tags:array(string2()).optional(),attempt:int().positive(),status:_enum(caseStatuses),setAside:_enum(exclusionReasons).
optional(),decision:_enum(caseDecisions).optional(),input:caseInputSchema.optional(),output:jsonSchema.optional(),expected:jsonSchema.optional(),error:string2().
optional(),reason:string2().optional(),startedAt:number2(),durationMs:number2(),assertions:array(assertionResultSchema),inferred:array(assertionResultSchema).optional(),
toolCalls:array(toolCallSchema),connector:string2().optional(),usage:usageByRoleSchema.optional(),metadata:jsonSchema.optional(),warnings:array(string2()).optional(),
unjudged:unjudgedSchema.optional(),idle:array(string2()).optional(),state:endStateSchema.optional(),injection:injectionSchema.optional(),faults:array(faultSchema).
optional(),fault:faultSchema.optional(),unreadable:string2().optional(),...kindFields,endReason:_enum(endReasons).optional()})}var resultByKindSchema=discriminatedUnion(
"kind",[createResultSchema("standard",{interrupts:array(interruptSchema).optional()}),createResultSchema("dynamic",{turns:array(turnSchema).optional(),checkpoints:array(
checkpointResultSchema).optional(),rollout:rolloutSchema.optional(),importedVerdict:object({passed:boolean2(),from:string2()}).optional(),simulator:object({by:_enum(
simulatorModes),facts:array(userFactSchema),breaches:int().nonnegative().optional(),prompt:string2().optional()}).optional()}),createResultSchema("script",{logs:array(
string2()).optional()}),createResultSchema("consistency",{test:int().positive().optional(),samples:array(answerSampleSchema).optional(),scores:array(scoreSchema).
optional(),metrics:array(metricResultSchema).optional(),score:number2().nullable().optional()}),createResultSchema("experiment",{groundTruth:string2().optional(),
scores:array(scoreSchema).optional(),score:number2().nullable().optional()})]),caseResultSchema=resultByKindSchema;var evidenceVerdicts=["real","unclear","too_few","none"],trialsSchema=object({passed:int(),judged:int()}),worseCaseSchema=object({suiteKey:string2(),id:string2(),
before:trialsSchema,after:trialsSchema,earlier:trialsSchema.optional(),real:boolean2()}),rateChangeSchema=object({runId:string2(),cases:int(),edited:int(),before:trialsSchema,
after:trialsSchema,interval:object({low:number2(),high:number2()}),evidence:object({verdict:_enum(evidenceVerdicts),p:number2(),words:string2()}),scores:object(
{cases:int(),before:number2(),after:number2(),evidence:object({verdict:_enum(evidenceVerdicts),p:number2(),words:string2()})}).optional(),newlyFailing:array(worseCaseSchema),
newlyFailingCount:int(),failedThisTime:array(worseCaseSchema),failedThisTimeCount:int(),bestOf:int().optional(),looks:int().optional(),agentChanged:array(_enum(
agentPartNames)).optional()});var countsSchema=object({passed:int(),failed:int(),error:int(),timeout:int(),skipped:int(),setAside:int().optional()}),duplicateAttemptsSchema=object({attempts:int(),
usage:usageByRoleSchema}),answerPathSchema=object({agentId:string2(),part:_enum(reportedAnswerParts),key:string2(),path:string2(),keys:array(string2()),isFound:boolean2(),
isJudged:boolean2()}),summarySchema=object({total:int(),attempts:int(),counts:countsSchema,passRate:number2().nullable(),durationMs:number2(),usage:usageByRoleSchema,
begunTwice:duplicateAttemptsSchema.optional(),answerPaths:array(answerPathSchema).optional(),indistinct:string2().optional(),change:rateChangeSchema.optional()});function addUsage(left,right){return left===void 0||right===void 0?left??right:{inputTokens:left.inputTokens+right.inputTokens,outputTokens:left.outputTokens+right.
outputTokens,calls:left.calls+right.calls,retries:left.retries+right.retries,...sumOptionalField("cachedTokens",left,right),...sumOptionalField("cost",left,right),
...isPartlyPriced(left,right)?{isPartlyPriced:!0}:{},...isPartlyCounted(left,right)?{isPartlyCounted:!0}:{}}}function sumOptionalField(key,left,right){return left[key]===
void 0&&right[key]===void 0?{}:{[key]:(left[key]??0)+(right[key]??0)}}function isPartlyPriced(left,right){if(left.isPartlyPriced===!0||right.isPartlyPriced===!0)
return!0;let spending=[left,right].filter(({inputTokens,outputTokens,calls})=>inputTokens+outputTokens+calls>0);return new Set(spending.map(({cost})=>cost===void 0)).
size===2}function isPartlyCounted(left,right){if(left.isPartlyCounted===!0||right.isPartlyCounted===!0)return!0;let usagesWithCalls=[left,right].filter(({calls})=>calls>
0);return new Set(usagesWithCalls.map(({inputTokens,outputTokens})=>inputTokens+outputTokens>0)).size===2}function addUsageByRole(left,right){if(right===void 0)
return left;let sum={...left};for(let role of usageRoles){let usage=addUsage(left[role],right[role]);usage!==void 0&&(sum[role]=usage)}return sum}function computeTotalCost(usage){
let costs=Object.values(usage).flatMap(({cost})=>cost??[]);return costs.length===0?void 0:costs.reduce((sum,cost)=>sum+cost,0)}function summarizeStatuses(attempts){let statuses=[...attempts].map(toStatusAfterRunEnd);return statuses.find(isFailing)??(statuses.includes("skipped")?"skipped":
"passed")}function computeCaseStatus(attempts){let decision=attempts.find(attempt=>attempt.decision!==void 0)?.decision;if(decision==="good")return"passed";let status=summarizeStatuses(
attempts.map(attempt=>attempt.status));return decision!==void 0&&status==="passed"?"failed":status}function isFailing(status){return status!=="passed"&&status!==
"skipped"}function hasEndedWithoutVerdict(status){return status==="error"||status==="timeout"}function hasEnded(status){return status!=="queued"&&status!=="runn\
ing"}function isJudged(status){return hasEnded(status)&&status!=="skipped"}function toStatusAfterRunEnd(status){return hasEnded(status)?status:"skipped"}function isExcluded({setAside,attempts}){return setAside==="quarantine"||setAside==="expect_fail"&&!attempts.some(({status})=>hasEndedWithoutVerdict(status))}function toExclusionOfCase(reason){
return reason==="repeat"||reason===null?void 0:reason}function describeExcluded(rows){let quarantined=rows.filter(({setAside})=>setAside==="quarantine"),expected=rows.
filter(row=>row.setAside==="expect_fail"&&isExcluded(row)),passed=expected.filter(hasPassed),sound=quarantined.filter(hasAlwaysPassed),textParts=[...quarantined.
length===0?[]:[`${quarantined.length} quarantined${describeOutcomes(quarantined)}`],...sound.length===0?[]:[`${formatCountWithNoun(sound.length,"quarantined cas\
e")} passed: ${abbreviateNameList(sound.map(({id})=>id))}`],...expected.length===0?[]:[`${formatCountWithNoun(expected.length,"expected failure")}${describeOutcomes(
expected)}`],...passed.length===0?[]:[`${formatCountWithNoun(passed.length,"expected failure")} passed: ${abbreviateNameList(passed.map(formatCaseWithPassShare))}`]];
return textParts.length===0?void 0:textParts.join(", ")}function hasPassed({attempts}){return attempts.some(({status})=>status==="passed")}function hasAlwaysPassed({attempts}){let judgedAttempts=attempts.filter(({status})=>isJudged(
status));return judgedAttempts.length>0&&judgedAttempts.every(({status})=>status==="passed")}function describeOutcomes(rows){let statuses=rows.map(({attempts})=>summarizeStatuses(
attempts.map(({status})=>status).filter(hasEnded))),failed=statuses.filter(status=>status==="failed").length,broken=statuses.filter(status=>isFailing(status)).length-
failed,textParts=[...failed===0?[]:[`${failed} failed`],...broken===0?[]:[formatCountWithNoun(broken,"error")]];return textParts.length===0?"":` (${textParts.join(
", ")})`}function formatCaseWithPassShare({id,attempts}){let judgedAttempts=attempts.filter(({status})=>isJudged(status)),passed=judgedAttempts.filter(({status})=>status===
"passed").length;return passed===judgedAttempts.length?id:`${id} (${passed} of ${judgedAttempts.length})`}function countUnreadable(list=[]){return list.reduce((sum,{seq,to})=>sum+to-seq+1,0)}function addToFaultCounts(counts,by,change=1){return by===void 0?counts:{...counts,[by]:(counts[by]??0)+change}}function countFaults(results){let counts={};for(let{
fault,setAside}of results)setAside===void 0&&(counts=addToFaultCounts(counts,fault?.by));return counts}function summarizeFaults({fault,faults=[]}){let hints=faults.
filter(isFaultHint).map(toFaultSummary);return{fault:fault&&toFaultSummary(fault),hints:hints.length===0?void 0:hints}}function isFaultHint({kind,confidence}){return confidence===
"likely"&&kind!=="wrong_answer"}function toFaultSummary({by,kind}){return{by,kind}}function describeBrokenInferredRules(results=[]){let broken=results.filter(({status})=>status!=="passed");return broken.length===0?void 0:`inferred rules that a\
re not accepted, so they cannot fail the case: ${broken.map(({type,expected,message})=>type==="checkpoint"?`checkpoint ${JSON.stringify(expected)}: ${message??"\
not reached"}`:message??type).join("; ")}`}function formatUnjudgedParts({calls,endedBeforeDone,overlooked=[]}){let counts=new Map;for(let{name}of calls)counts.set(name,(counts.get(name)??0)+1);let names=[
...counts].map(([name,count])=>count===1?name:`${name} \xD7${count}`);return[...calls.length===0?[]:[`${formatCountWithNoun(calls.length,"call")} not covered by\
 any assertion: ${names.join(", ")}`],...endedBeforeDone?["stopped at the last checkpoint; simulator goal not yet achieved"]:[],...overlooked].join("; ")}var caseKindRowDefinitions={standard:{judgedBy:"checks",details:({status})=>({turns:status==="skipped"?0:1})},dynamic:{judgedBy:"checkpoints",details:({turns=[],
checkpoints})=>({turns:turns.length,pips:checkpoints&&collectCheckpointStatuses(checkpoints)})},script:{judgedBy:"checks",details:()=>({})},consistency:{judgedBy:"\
accuracy",details:result=>({samples:result.samples?.length,metrics:result.metrics,verdicts:result.scores?.length,score:result.score,checkFailed:hasFailedCheck(result)||
void 0})},experiment:{judgedBy:"scores",details:({scores,score})=>({verdicts:scores?.length,cells:scores?.map(toScoreCell),score})}};function isJudgedByAccuracy(row){
return caseKindRowDefinitions[row.kind].judgedBy==="accuracy"}var MAX_ROW_WARNINGS=3;function toFinishedRowFields(result){let{status,setAside,decision,startedAt,durationMs,error:error2,reason,endReason}=result,{unjudged,idle,
warnings,injection}=result,inferred=describeBrokenInferredRules(result.inferred),rows=caseKindRowDefinitions[result.kind];return{phase:void 0,...withoutUndefined(
{status,setAside,decision,startedAt,durationMs,turns:0,error:error2===void 0?void 0:getLongTextPreview(error2).slice(0,300),reason:reason===void 0?void 0:getLongTextPreview(
reason),endReason,...summarizeFaults(result),unjudged:unjudged&&getLongTextPreview(formatUnjudgedParts(unjudged)),idle:idle?.map(getLongTextPreview),warnings:warnings?.
slice(0,MAX_ROW_WARNINGS).map(getLongTextPreview),inferred:inferred&&getLongTextPreview(inferred),injection:injection&&selectInjectionColumns(injection),...rows.
details(result)})}}function selectInjectionColumns({verdict,task,attack,turn}){return{verdict,task,attack,...turn===void 0?{}:{turn}}}function hasFailedCheck({status,assertions}){return status!=="skipped"&&assertions.some(assertion=>assertion.status!=="passed")}function toScoreCell({metric,score,
passed,range,notScorable}){return withoutUndefined({metric,score,passed,range,notScorable})}function collectCheckpointStatuses(checkpoints){return Object.fromEntries(
checkpoints.flatMap(checkpoint=>{let dot=toCheckpointStatus(checkpoint);return dot===void 0?[]:[[checkpoint.id,dot]]}))}function toCheckpointStatus(checkpoint){
let{invariant,brokenAtTurn,reachedAtTurn,outOfOrderAtTurns}=checkpoint;if(invariant==="not_judged")return;if(invariant!==void 0)return{state:invariant,turn:brokenAtTurn??
reachedAtTurn??1};if(reachedAtTurn!==void 0)return{state:"reached",turn:reachedAtTurn};let outOfOrder=outOfOrderAtTurns.at(-1);return outOfOrder===void 0?void 0:
{state:"out_of_order",turn:outOfOrder}}function emptyCounts(){return{passed:0,failed:0,error:0,timeout:0,skipped:0}}function countStatuses(statuses){let counts=emptyCounts();for(let status of statuses)
counts[status]+=1;return counts}function countAttempts(attempts){let counts=emptyCounts();for(let attempt of attempts)countAttempt(counts,attempt);return counts}
function countAttempt(counts,{status,setAside}){setAside===void 0||status==="skipped"?counts[status]+=1:counts.setAside=(counts.setAside??0)+1}function emptyRunState(runId){return{runId,seq:0,status:"pending",suites:[],rows:[],counts:emptyCounts(),faults:{},usage:{},warnings:[]}}function hasActualValue({expected,actual}){return actual!==void 0||expected!==void 0}function caseKey(suiteKey,caseId){return`${suiteKey}
${caseId}`}function attemptKey({suiteKey,caseId,attempt}){return JSON.stringify([suiteKey,caseId,attempt])}function formatContentText(content){return content===null?"":typeof content=="string"?content:content.map(part=>part.type==="text"?part.text:`[${findNameOfPart(
part)}]`).join(`
`)}function findNameOfPart(part){return part.type==="file"?part.name??part.filename??part.file?.filename??findBaseName(part.source)??"file":part.type==="image"?part.
name??findBaseName(part.source)??"image":part.type==="audio"||part.type==="input_audio"?findBaseName(part.source)??"audio":part.type==="image_url"?"image":"data"}
function findBaseName(source){return source?.split("/").at(-1)}function hasStoppedEarly({status}){return status==="cancelled"||status==="interrupted"}function countAttemptsOfRow({attempts}){return countAttempts(attempts.map(({status,setAside})=>({status:hasEnded(status)?status:"skipped",setAside})))}function computePassRate(counts){let judgedCount=countJudged(counts);return judgedCount===0?null:counts.passed/judgedCount}function countJudged(counts){return counts.
passed+countNotPassed(counts)}function countNotPassed({failed,error:error2,timeout}){return failed+error2+timeout}function computeLogFactorials(upTo){let sums=new Float64Array(upTo+1);for(let n=2;n<=upTo;n+=1)sums[n]=(sums[n-1]??0)+Math.log(n);return sums}function computeLogBinomial(factorials,n,k){
return(factorials[n]??0)-(factorials[k]??0)-(factorials[n-k]??0)}var quotedJsonPattern=/(?<![^ ])"(?:[^"\\]|\\.)*"(?:… \(\d+ characters\))?(?![^ ,;.])/g,quotedTextPattern=/"(?:[^"\\]|\\.)*("?)/g;function simplifyFailureMessage(message,actual){
let split=findActualValuePosition(message);if(split===void 0)return message;let expectation=message.slice(0,split),actualText=message.slice(split).replaceAll(quotedJsonPattern,
quoted=>{let text=parseQuotedText(quoted);if(text===void 0)return quoted;let full=typeof actual=="string"&&actual.startsWith(text)?actual:text,isCut=full===text&&
/\)$/.test(quoted);return`"${extractPlainExcerpt(full,parseExpectedTexts(expectation))}${isCut?"\u2026":""}"`});return`${expectation}${actualText}`}function quoteNearestPassage(text,near=[]){
return`"${extractPlainExcerpt(text,near)}"`}function extractPlainExcerpt(text,near){let searched=text.slice(0,2e4),plain=collapseWhiteSpace(removeMarkdown(searched));
return near.some(words=>removeMarkdown(words)!==words)?cutLineAroundNearest(collapseWhiteSpace(searched),near):near.every(words=>searched.includes(words)||!plain.
includes(words))?cutLineAroundNearest(plain,near):cutLineAroundNearest(searched.replaceAll(`
`,"\u23CE").replaceAll("	","\u21E5"),near)}function collapseWhiteSpace(text){return text.replaceAll(/\s+/g," ").trim()}function cutLineAroundNearest(line,near){
if(line.length<=160)return line;let nearest=findNearestPosition(line,near),from=nearest<=40?0:line.indexOf(" ",nearest-40)+1,cut=line.slice(from,from+160),isWhole=from+
160>=line.length,end=isWhole?cut.length:cut.lastIndexOf(" "),excerpt=(end>40?cut.slice(0,end):cut).replace(/[\ud800-\udbff]$/,"");return`${from>0?"\u2026":""}${excerpt}${isWhole?
"":"\u2026"}`}function removeMarkdown(text){return text.replaceAll(/^ {0,3}(?:```|~~~).*$/gm,"").replaceAll(/^[ \t]*(?:\|[ \t]*)?:?--[-:| \t]*$/gm,"").replaceAll(
/^[ \t]*(?:#{1,6} +|> ?|[-*+] +)/gm,"").replaceAll(/^[ \t]*\|(.*)$/gm,(_,row)=>row.replace(/\|[ \t]*$/,"").replaceAll("|","\xB7")).replaceAll(/!?\[([^\][\n]*)\]\([^()\n]*\)/g,
"$1").replaceAll(/`([^`\n]*)`/g,"$1").replaceAll(/(?<![\w*])\*(?=[^\s*])([^*\n]+)\*(?![\w*])/g,"$1").replaceAll(/\*\*(?=\S)([^*\n]+)\*\*/g,"$1").replaceAll(/(?<!\w)__?(?=[^\s_])([^_\n]+)__?(?!\w)/g,
"$1").replaceAll(/~~([^~\n]+)~~/g,"$1").replaceAll(/(?<!\S)\*\*(?=\S)/g,"")}function findActualValuePosition(message){let gotIndex=message.replaceAll(quotedTextPattern,
(quoted,end)=>end===""?quoted:" ".repeat(quoted.length)).indexOf(", got ");return gotIndex<0?void 0:gotIndex}function parseExpectedTexts(expectation){return(expectation.
match(quotedTextPattern)??[]).flatMap(quoted=>parseQuotedText(quoted)??[])}function parseQuotedText(quoted){try{return JSON.parse(quoted.slice(0,quoted.lastIndexOf(
'"')+1))}catch{return}}function findNearestPosition(line,near){let words=new Set(near.join(" ").toLowerCase().match(/[\p{L}\p{N}]+/gu)??[]),commonWords=[...line.
toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)].filter(([word])=>words.has(word)),best={at:0,count:0};for(let[position,{index}]of commonWords.entries()){let close=new Set;
for(let next=position;(commonWords[next]?.index??Number.POSITIVE_INFINITY)<index+120;next+=1)close.add(commonWords[next]?.[0]??"");close.size>best.count&&(best=
{at:index,count:close.size})}return best.at}function describeEndReason(reason,turns){return reason==="max_turns"?`Stopped: max turns (${turns})`:endReasonTexts[reason]}var endReasonTexts={checkpoints_reached:"\
Ended: all checkpoints reached",goal_achieved:"Ended: goal of the simulator achieved",refused:"Ended: the simulator gave up",turns_played:"Ended: all turns sent",
agent_ended:"Ended: by the agent",never:'Stopped: a rule under "never" matched',out_of_order:"Stopped: checkpoint out of order",no_simulator:"Ended: no simulato\
r to continue",timeout:"Stopped: timeout",agent_error:"Stopped: agent error",unmocked_call:"Stopped: call without a mock",simulator_error:"Stopped: simulator er\
ror",input_error:"Stopped: input error",hook_error:"Stopped: hook error",judge_error:"Stopped: judge error",script_error:"Stopped: script error",scorer_error:"S\
topped: scorer error",cancelled:"Stopped: cancelled"};var MAX_COMPARED_LENGTH=200;function listProblems(result){let{status,error:error2}=result;if(!isFailing(status))return[];if(status==="error"||status==="timeout"){
let turn=result.fault?.turn??result.turns?.at(-1)?.turn;return[{kind:"broke",status,message:error2??result.reason??status,turn}]}let failed=result.assertions.filter(
assertion=>assertion.status==="failed"),problems=[...failed.filter(({rule})=>rule==="never").map(createFailedAssertionProblem),...findMissingCheckpoints(result),
...(result.checkpoints??[]).filter(isBrokenInvariant).map(createBrokenRuleProblem),...failed.filter(({rule})=>rule!=="never").map(createFailedAssertionProblem)];
if(problems.length>0)return problems;let unmade=result.assertions.filter(assertion=>assertion.status==="error").map(createFailedAssertionProblem),message=error2??
result.reason??status;return unmade.length>0?unmade:[{kind:"wrong",message,check:message}]}function isMissingCheckpoint({reached,invariant}){return!reached&&invariant===
void 0}function findMissingCheckpoints({checkpoints=[],turns=[],endReason}){let early=endReason==="out_of_order"?checkpoints.find(isCheckpointTooEarly):void 0;if(early!==
void 0)return[createCheckpointTooEarlyProblem(early,{checkpoints,waiting:[]})];let byId=new Map(checkpoints.map(checkpoint=>[checkpoint.id,checkpoint])),waitingFor=new Map;
for(let checkpoint of checkpoints){if(!checkpoint.required||!isMissingCheckpoint(checkpoint))continue;let root=findRootCheckpoint(checkpoint,byId),ids=waitingFor.
get(root)??[];waitingFor.set(root,root===checkpoint?ids:[...ids,checkpoint.id])}return[...waitingFor].map(([root,waiting])=>{if(isCheckpointTooEarly(root))return createCheckpointTooEarlyProblem(
root,{checkpoints,waiting});let{id:checkpoint,message}=root,early2=waiting.flatMap(id=>byId.get(id)??[]).find(isCheckpointTooEarly),ahead=early2&&createCheckpointTooEarlyProblem(
early2,{checkpoints,waiting:[]}),since=findTurnWhenDue(root,byId),endText=endReason&&describeEndReason(endReason,turns.length);return{kind:"stuck",checkpoint,since,
message:message&&simplifyFailureMessage(message),waiting,ending:endText,ahead}})}function isCheckpointTooEarly({reached,outOfOrderAtTurns}){return!reached&&outOfOrderAtTurns.
length>0}function createCheckpointTooEarlyProblem({id,after,outOfOrderAtTurns},{checkpoints,waiting}){let turn=outOfOrderAtTurns[0]??1,reached=new Set(checkpoints.
flatMap(({id:other,reachedAtTurn=turn})=>reachedAtTurn<turn?[other]:[]));return{kind:"order",checkpoint:id,turn,before:after.filter(other=>!reached.has(other)),
waiting}}function findRootCheckpoint(checkpoint,byId){let visited=new Set,root=checkpoint;for(;!visited.has(root);)visited.add(root),root=root.after.flatMap(id=>byId.
get(id)??[]).find(isMissingCheckpoint)??root;return root}function findTurnWhenDue(root,byId){let turns=root.after.flatMap(id=>byId.get(id)?.reachedAtTurn??[]);return turns.
length===0?void 0:Math.max(...turns)}function isBrokenInvariant({required:required2,invariant}){return required2&&invariant==="broken"}function createBrokenRuleProblem({
id,brokenAtTurn,message=""}){return{kind:"wrong",message:`\`${id}\` broken${message===""?"":`: ${simplifyFailureMessage(message)}`}`,check:`rule ${id}`,turn:brokenAtTurn}}
function createFailedAssertionProblem(assertion){let{type,path:path6,negate,expected,actual,turn,rule,place,message=type,agentValidation}=assertion,words=turn===
void 0?message:message.replace(new RegExp(`, turn ${turn}$`),""),check=JSON.stringify([rule,type,path6,negate,place,expected??agentValidation?.criteria??words]),
problem={kind:"wrong",message:simplifyFailureMessage(words,actual),check,turn,assertion,place};if(!hasActualValue(assertion))return problem;let came=actual??null;
return{...problem,...isValueInMessage(expected,words)?{}:{expected:JSON.stringify(expected)},...isValueInMessage(came,words)?{}:{actual:formatActualValue(came,expected)}}}
function isValueInMessage(value,message){return value===void 0||message.includes(JSON.stringify(value))||message.includes(toCanonicalJson(value).slice(0,MAX_COMPARED_LENGTH))?
!0:typeof value=="string"&&(message.includes(value)||message.includes(JSON.stringify(value).slice(1,MAX_COMPARED_LENGTH)))}function formatActualValue(actual,expected){
return typeof actual!="string"?JSON.stringify(actual):quoteNearestPassage(actual,typeof expected=="string"?[expected]:[])}var outsideTurnsText="; no turn shows why";function findTurnNamedLast(message){let[,turn]=/\bin turn (\d{1,6})$/.exec(message)??[];return turn===void 0?void 0:Number(
turn)}function describeDivergence(divergence){let{kind,turn}=divergence;switch(kind){case"missing call":return`No call of \`${divergence.tool}\` at T${turn}`;case"\
wrong argument":return`Wrong argument at T${turn}: \`${divergence.tool}\` with ${divergence.differs}`;case"failed call":return`Failed call at T${turn}: \`${divergence.
tool}\``;case"extra call":return`Extra call at T${turn}: \`${divergence.tool}\``;case"wrong text":return`Wrong text at T${turn}`;default:return kind}}function listDivergenceEvidence(divergence){
switch(divergence.kind){case"missing call":return["the last passing attempt called it at this point"];case"wrong argument":return["compared with the last passin\
g attempt"];case"failed call":return[`its error, which the last passing attempt did not get: ${divergence.error}`];case"extra call":return["the last passing att\
empt did not call it",...divergence.broke===void 0?[]:[`then \`${divergence.broke.tool}\` failed: ${divergence.broke.error}`]];case"wrong text":return[`when it \
passed: ${quoteNearestPassage(divergence.passed)}`,`now: ${quoteNearestPassage(divergence.failed)}`];default:return divergence}}function describeCheckpointOrder({
checkpoint,turn,before}){let first=before.map(id=>`\`${id}\``).join(", ");return`Out of order at T${turn}: \`${checkpoint}\` came${first===""?" too early":` bef\
ore ${first}`}`}function getTurnAnswer({response,output,error:error2}){return response!==void 0&&response.content!==""?response.content:output!==void 0?typeof output=="string"?
output:toCanonicalJson(output):error2??""}var MAX_SEARCHED_TEXT=2e4;function extractFacts(text){let tokens=getLongTextPreview(text).slice(0,MAX_SEARCHED_TEXT).toLowerCase().match(/\d+(?:[.,]\d+)*|[\p{L}\p{N}]+(?:[-_.@][\p{L}\p{N}]+)*/gu);
return new Set((tokens??[]).map(normalizeFact))}function filterSpecificFacts(facts){return new Set([...facts].filter(fact=>fact.length>1&&/\d/.test(fact)))}function extractSpecificFactsOfJson(value){
return extractSpecificFacts(value===void 0?"":JSON.stringify(value))}function extractSpecificFacts(whole){let text=whole.slice(0,MAX_SEARCHED_TEXT),facts=new Set,
digits=/\d+(?:[.,]\d+)*/g;for(let match=digits.exec(text);match!==null;match=digits.exec(text)){let[start,end]=[match.index,match.index+match[0].length];for(;start>
0&&isNameCharacter(text.charCodeAt(start-1));)start-=1;for(;end<text.length&&isNameCharacter(text.charCodeAt(end));)end+=1;digits.lastIndex=end,end-start>1&&facts.
add(normalizeFact(text.slice(start,end).toLowerCase()))}return facts}function isNameCharacter(code){let letter=code|32;return letter>=97&&letter<=122?!0:code>=48&&
code<=57||code===45||code===95||code===64||code>127}function extractFactsOfJson(value){let texts=[],collectFacts=part=>{Array.isArray(part)?part.forEach(collectFacts):
part!==null&&typeof part=="object"?Object.values(part).forEach(collectFacts):texts.push(String(part))};return value!==void 0&&collectFacts(value),extractFacts(texts.
join(`
`))}function haveCommonFact(one,other){let[small,large]=one.size<=other.size?[one,other]:[other,one];for(let fact of small)if(large.has(fact))return!0;return!1}
function normalizeFact(fact){if(!/^\d+(?:[.,]\d+)*$/.test(fact))return fact;let plain=fact.replaceAll(/,(?=\d{3}(?!\d))/g,"").replace(",",".");return Number.isFinite(
Number(plain))?String(Number(plain)):fact}var MAX_NAMED_ARGUMENTS=3,MAX_VALUE_LENGTH=60;function describeDifferingArguments(before,after){if(!isJsonObject(before)||!isJsonObject(after))return{words:`${formatShortJson(
after)} instead of ${formatShortJson(before)}`,facts:extractFactsOfJson(before)};let names=[...new Set([...Object.keys(before),...Object.keys(after)])].filter(name=>JSON.
stringify(before[name])!==JSON.stringify(after[name])),facts=new Set(names.flatMap(name=>[...extractFactsOfJson(before[name])]));return{words:names.slice(0,MAX_NAMED_ARGUMENTS).
map(name=>describeArgumentDifference(name,before[name],after[name])).join(", "),facts}}function describeArgumentDifference(name,before,after){return after===void 0?
`${name} missing`:before===void 0?`${name} ${formatShortJson(after)}`:`${name} ${formatShortJson(after)} instead of ${formatShortJson(before)}`}function formatShortJson(value){
let text=JSON.stringify(value);return text.length>MAX_VALUE_LENGTH?`${text.slice(0,MAX_VALUE_LENGTH)}\u2026`:text}var MIN_PROSE_WORDS=7;function listCallsWithPositions(turns){return turns.flatMap(({response},position)=>(response?.toolCalls??[]).map(call=>({call,position,key:buildCallKey(
call)}))).map((each,order)=>({...each,order}))}function pairCalls(before,after,turns){let unpairedCalls=new Set(after),partners=new Map,pairMatchingCalls=(change,isPair)=>{
for(let one of before){if(partners.has(one))continue;let partner=findNearestCall(turns.placeOf(one.position),[...unpairedCalls].filter(other=>isPair(one,other)));
partner!==void 0&&(unpairedCalls.delete(partner),partners.set(one,{before:one,after:partner,change}))}};return pairMatchingCalls("same",(one,other)=>one.key===other.
key&&hasFailed(one)===hasFailed(other)),pairMatchingCalls("same",(one,other)=>one.key===other.key),pairMatchingCalls("arguments",(one,other)=>one.call.tool===other.
call.tool),{pairs:before.map(one=>partners.get(one)??{before:one,change:"missing"}),extra:[...unpairedCalls]}}function hasFailed({call:{error:error2}}){return error2!==
void 0&&error2!==""}function isCallOfAny({tool,server},names){let full=server===void 0?tool:`${server}__${tool}`;return names.some(name=>name===tool||tool.endsWith(
`__${name}`)||tool.endsWith(`.${name}`)||full===name.replace(".","__"))}function getCallArguments({arguments:args}){if(typeof args!="string")return args??{};let parsed=tryParseJson(
args);return isJsonObject(parsed)?parsed:args}function findNearestCall(index,calls){let measurePositionDistance=({position})=>Math.abs(position-index);return calls.
reduce((best,call)=>best===void 0||measurePositionDistance(call)<measurePositionDistance(best)?call:best,void 0)}function buildCallKey(call){return`${call.tool}\
 ${toCanonicalJson(replaceProseByFacts(getCallArguments(call)))}`}function isProse(text){return text.trim().split(/\s+/,MIN_PROSE_WORDS).length===MIN_PROSE_WORDS}
function replaceProseByFacts(value){return typeof value=="string"?isProse(value)?[...extractSpecificFacts(value)].sort():value:Array.isArray(value)?value.map(replaceProseByFacts):
isJsonObject(value)?Object.fromEntries(Object.entries(value).map(([name,part])=>[name,replaceProseByFacts(part??null)])):value}var UNMATCHED_TURN_COST=.44,MIN_CLOSE_SIMILARITY=.25;function pairTurns(before,after){let{features,weights}=extractFeatures([...before,...after]),[left,right]=[
features.slice(0,before.length),features.slice(before.length)],similarities=left.map(one=>Float64Array.from(right,other=>computeTurnSimilarity(one,other,weights))),
partners=alignTurnsBySimilarity(similarities,right.length);return{partnerOf:position=>partners[position],placeOf:position=>findAlignedPosition(position,{partners,
alike:similarities,count:right.length}),isClose:position=>(similarities[position]?.[partners[position]??-1]??0)>=MIN_CLOSE_SIMILARITY}}function alignTurnsBySimilarity(similarities,columns){let width=columns+1,costs=new Float64Array((similarities.length+1)*width),getCostAt=(row2,column2)=>costs[row2*
width+column2]??0,computePairedTurnCost=(row2,column2)=>getCostAt(row2-1,column2-1)+1-(similarities[row2-1]?.[column2-1]??0);for(let column2=1;column2<=columns;column2+=
1)costs[column2]=column2*UNMATCHED_TURN_COST;for(let row2=1;row2<=similarities.length;row2+=1){costs[row2*width]=row2*UNMATCHED_TURN_COST;for(let column2=1;column2<=
columns;column2+=1){let alone=Math.min(getCostAt(row2-1,column2),getCostAt(row2,column2-1))+UNMATCHED_TURN_COST;costs[row2*width+column2]=Math.min(computePairedTurnCost(
row2,column2),alone)}}let partners=new Array(similarities.length).fill(void 0),[row,column]=[similarities.length,columns];for(;row>0&&column>0;)getCostAt(row,column)===
getCostAt(row,column-1)+UNMATCHED_TURN_COST?column-=1:getCostAt(row,column)===computePairedTurnCost(row,column)?(row-=1,column-=1,partners[row]=column):row-=1;return partners}
function findAlignedPosition(position,{partners,alike,count}){let partner=partners[position];if(partner!==void 0)return partner;let from=partners.slice(0,position).
findLast(each=>each!==void 0)??-1,to=partners.slice(position+1).find(each=>each!==void 0)??count;if(to-from<=1)return Math.max(0,from);let best=from+1;for(let each=from+
2;each<to;each+=1)(alike[position]?.[each]??0)>(alike[position]?.[best]??0)&&(best=each);return best}var MAX_COMPARED_LENGTH2=4e3;function collectDistinctWords(text){
return new Set(getLongTextPreview(text).slice(0,MAX_COMPARED_LENGTH2).toLowerCase().match(/[a-z0-9\u00c0-\u1fff\u2c00-\uffff]+/g))}function extractFeatures(turns){
let numbers=new Map,counts=[],toWordNumbers=text=>Int32Array.from(collectDistinctWords(text),word=>{let number4=numbers.get(word)??numbers.size;return numbers.set(
word,number4),counts[number4]=(counts[number4]??0)+1,number4}),texts=turns.map(turn=>({input:toWordNumbers(formatContentText(turn.input)),output:toWordNumbers(getTurnAnswer(
turn))})),weights=Float64Array.from(counts,each=>Math.log(1+2*turns.length/each)),toWordCounts=wordNumbers=>{let has=new Uint8Array(counts.length),sum=0;for(let number4 of wordNumbers)
has[number4]=1,sum+=weights[number4]??0;return{numbers:wordNumbers,has,sum}};return{features:turns.map(({response},position)=>({input:toWordCounts(texts[position]?.
input??new Int32Array),output:toWordCounts(texts[position]?.output??new Int32Array),tools:(response?.toolCalls??[]).map(({tool})=>tool)})),weights}}function computeTurnSimilarity(one,other,weights){
let input=computeWordSimilarity(one.input,other.input,weights),output=computeWordSimilarity(one.output,other.output,weights);return one.tools.length+other.tools.
length===0?.5*output+.5*input:.5*computeToolSimilarity(one.tools,other.tools)+.25*output+.25*input}function computeWordSimilarity(one,other,weights){if(one.sum+
other.sum===0)return 1;let shared=0;for(let index=0;index<one.numbers.length;index+=1){let number4=one.numbers[index]??0;other.has[number4]===1&&(shared+=weights[number4]??
0)}return 2*shared/(one.sum+other.sum)}function computeToolSimilarity(one,other){let remaining=[...other],shared=0;for(let tool of one){let index=remaining.indexOf(
tool);index!==-1&&(remaining.splice(index,1),shared+=1)}return 2*shared/(one.length+other.length)}var MAX_PAIRS=9e4;function compareTurnsOfConversations(passed,failed){let[before,after]=[passed.turns??[],failed.turns??[]];if(before.length*after.length===0||before.
length*after.length>MAX_PAIRS)return;let turns=pairTurns(before,after),calls=pairCalls(listCallsWithPositions(before),listCallsWithPositions(after),turns),comparison={
before,after,turns,calls,facts:new Map};return{divergenceFor:requirement=>findDivergenceForRequirement(requirement,comparison),firstChangedWrite:facts=>findFirstChangedWrite(
facts,comparison)}}function findTurnPosition(turns,turn){let position=turns.findIndex(each=>each.turn===turn);return position===-1?void 0:position}function findDivergenceForRequirement(requirement,comparison){
let{before,turns}=comparison,metPosition=findTurnPosition(before,requirement.metAtTurn);if(metPosition===void 0)return;let sources=findSourceCalls(requirement,metPosition,
comparison),first=findEarliestDivergence(sources.flatMap(pair=>findDivergenceOfCall(pair,comparison,new Set)??[]));if(first===void 0)return requirement.text===void 0?
void 0:findTextDivergence(turns.placeOf(metPosition),{met:metPosition,talks:comparison});if(first.kind!=="missing call"||turns.isClose(metPosition))return first;
let sentAway=findEarlierTextDivergence(metPosition,comparison);return sentAway!==void 0&&sentAway.turn<first.turn?sentAway:first}function findSourceCalls({tools,
text=""},metPosition,{calls,facts}){let earlier=calls.pairs.filter(({before})=>before.position<=metPosition);if(tools.length>0){let named=earlier.filter(({before})=>isCallOfAny(
before.call,tools)),there=named.filter(({before})=>before.position===metPosition);return there.length>0?there:named.slice(-1)}let words=extractFacts(text),specific=filterSpecificFacts(
words);if(specific.size>0)return earlier.filter(({before})=>haveCommonFact(specific,getFactsOfResult(before,facts)));let long=[...words].filter(word=>word.length>
2);return long.length===0?[]:earlier.filter(({before})=>{let result=JSON.stringify(before.call.result??null).slice(0,MAX_SEARCHED_TEXT).toLowerCase();return long.
every(word=>result.includes(word))})}function findDivergenceOfCall(pair,comparison,visited){if(visited.has(pair))return;visited.add(pair);let{before,after,change}=pair,
{turns,after:failed}=comparison;if(change==="same"&&after!==void 0)return hasFailed(after)&&!hasFailed(before)?explainFailedCall(after,comparison):void 0;let differing=after===
void 0?void 0:describeDifferingArguments(getCallArguments(before.call),getCallArguments(after.call)),needed=filterSpecificFacts(differing?.facts??extractFactsOfJson(
before.call.arguments)),first=findEarliestDivergence(findUpstreamCalls(before,needed,comparison).flatMap(source=>findDivergenceOfCall(source,comparison,visited)??
[]));if(first!==void 0)return first;let{tool}=before.call;if(after===void 0||differing===void 0){let turn2=failed[turns.placeOf(before.position)]?.turn;return turn2===
void 0?void 0:{kind:"missing call",turn:turn2,tool}}return{kind:"wrong argument",turn:failed[after.position]?.turn??1,tool,differs:differing.words}}function findUpstreamCalls(call,needed,{
calls,facts}){return needed.size===0?[]:calls.pairs.filter(({before})=>before.order<call.order&&haveCommonFact(needed,getFactsOfResult(before,facts)))}var readingVerbPattern=new RegExp(
"^(?:get|list|search|find|read|look_?up|check|fetch|view|show|query|describe|count)(?:_|-|(?=\\p{Lu})|$)","u");function explainFailedCall(failed,{after,calls}){
let{tool,error:error2=""}=failed.call,earlier=calls.extra.filter(({order,call})=>order<failed.order&&call.tool!==tool),words=extractWordStems(error2),wrongCall=earlier.
findLast(({call})=>haveCommonFact(words,extractWordStems(call.tool.replaceAll(/[_.-]/g," "))))??earlier.findLast(({call})=>!readingVerbPattern.test(call.tool));
return wrongCall===void 0?{kind:"failed call",turn:after[failed.position]?.turn??1,tool,error:error2}:{kind:"extra call",turn:after[wrongCall.position]?.turn??1,
tool:wrongCall.call.tool,broke:{tool,error:error2}}}function findFirstChangedWrite(facts,comparison){let{after,calls}=comparison,isWritingCall=({call})=>!readingVerbPattern.
test(call.tool),divergences=[...calls.pairs.filter(({before,change})=>change!=="same"&&isWritingCall(before)).flatMap(pair=>{let divergence=findDivergenceOfCall(
pair,comparison,new Set);return divergence===void 0?[]:[{divergence,facts:extractFactsOfJson((pair.after??pair.before).call.arguments)}]}),...calls.extra.filter(
isWritingCall).map(({call,position})=>({divergence:{kind:"extra call",turn:after[position]?.turn??1,tool:call.tool},facts:extractFactsOfJson(call.arguments)}))],
relatedDivergences=divergences.filter(each=>haveCommonFact(facts,each.facts));return findEarliestDivergence((relatedDivergences.length>0?relatedDivergences:divergences).
map(({divergence})=>divergence))}function findEarliestDivergence(divergences){return divergences.reduce((first,each)=>first===void 0||each.turn<first.turn?each:
first,void 0)}function extractWordStems(text){return new Set(listLongWords(text).map(word=>word.slice(0,3)))}function findTextDivergence(index,{met,talks}){let{
before,after,turns}=talks,earlier=turns.isClose(met)?void 0:findEarlierTextDivergence(met,talks);if(earlier!==void 0)return earlier;let[passed,failed]=[before[met],
after[index]];if(!(passed===void 0||failed===void 0||getTurnAnswer(passed)===getTurnAnswer(failed)))return{kind:"wrong text",turn:failed.turn,passed:getTurnAnswer(
passed),failed:getTurnAnswer(failed)}}var refusalPattern=/\b(?:cannot|can't|can ?not|unable|unfortunately|not possible|not allowed|won't|refuse|am afraid|i'm afraid)\b/i;
function findEarlierTextDivergence(metPosition,{before,after,turns}){let divergence;for(let position=metPosition;position>=0;position-=1){let partner=turns.partnerOf(
position),[passed,failed]=[before[position],partner===void 0?void 0:after[partner]];if(passed===void 0||failed===void 0)continue;let outcome=compareAnswersByFacts(
passed,failed);if(outcome==="same")break;outcome!=="neither"&&(divergence={kind:"wrong text",turn:failed.turn,passed:getTurnAnswer(passed),failed:getTurnAnswer(
failed)})}return divergence}function compareAnswersByFacts(passed,failed){let[passedAnswer,failedAnswer]=[getTurnAnswer(passed),getTurnAnswer(failed)];if(passedAnswer===
failedAnswer)return"same";if(refusalPattern.test(failedAnswer)&&!refusalPattern.test(passedAnswer))return"other";let facts=filterSpecificFacts(extractFacts(passedAnswer));
if(facts.size===0)return"neither";let now=extractFacts(failedAnswer),lost=[...facts].filter(fact=>!now.has(fact)).length;return lost===0?"same":lost*2>facts.size?
"other":"neither"}function getFactsOfResult(placed,factsByCall){let facts=factsByCall.get(placed)??extractSpecificFactsOfJson(placed.call.result);return factsByCall.
set(placed,facts),facts}var propertiesByType={equals:{canBeNear:!0,shownBy:"last turn"},contains:{canBeNear:!0,shownBy:"words"},not_contains:{canBeNear:!1,shownBy:"nothing"},regex:{canBeNear:!0,
shownBy:"words"},json_path:{canBeNear:!0,shownBy:"last turn"},type:{canBeNear:!1,shownBy:"last turn"},tool_called:{canBeNear:!0,shownBy:"calls"},tool_result:{canBeNear:!0,
shownBy:"calls"},tools:{canBeNear:!1,shownBy:"calls"},limits:{canBeNear:!1,shownBy:"nothing"},state:{canBeNear:!1,shownBy:"state"},elicited:{canBeNear:!1,shownBy:"\
words"},snapshot:{canBeNear:!1,shownBy:"nothing"},script:{canBeNear:!1,shownBy:"nothing"},agent:{canBeNear:!0,shownBy:"words"}};function findCheckProperties(check){
let type=assertionTypes.find(each=>each===check);return type===void 0?{canBeNear:!1,shownBy:"nothing"}:propertiesByType[type]}var MAX_QUOTE_LENGTH=200,MAX_SEARCHED_LENGTH=2e4,STEM_LENGTH=4;function findClosestTurn(conditions,turns){let relevant=conditions.filter(({negate,check})=>negate!==!0&&findCheckProperties(check).canBeNear);if(relevant.length===
0)return;let nearest;for(let turn of turns){let scores=relevant.map(condition=>measureConditionCloseness(condition,turn)),share=scores.reduce((sum,{score})=>sum+
score,0)/scores.length,best=scores.reduce((one,other)=>other.score>one.score?other:one);share>0&&share>=(nearest?.share??0)&&(nearest={turn:turn.turn,quote:best.
quote,share})}return nearest}function measureConditionCloseness(condition,turn){return condition.tools===void 0?findClosestPassage(condition,getLongTextPreview(
getTurnAnswer(turn))):findClosestCall(condition.tools,turn.response?.toolCalls??[])}function findClosestPassage({check,wanted},text){let words=collectDistinctWords2(
check==="regex"?removeRegexSyntax(wanted):wanted),best={score:0,quote:""};for(let passage of text.slice(0,MAX_SEARCHED_LENGTH).split(/(?<=[.!?])\s+|\n+/)){let score=computeShareOfExpectedWords(
words,collectDistinctWords2(passage));score>best.score&&(best={score,quote:shortenQuote(passage.trim())})}return best}function findClosestCall(tools,calls){let words=splitToolNameIntoWords(
tools.join(" ")),best={score:0,quote:""};for(let call of calls){let score=computeShareOfExpectedWords(words,splitToolNameIntoWords(call.tool));score>best.score&&
(best={score,quote:shortenQuote(formatCallText(call))})}return best}function splitToolNameIntoWords(names){return collectDistinctWords2(names.replaceAll("_"," ").
replaceAll(new RegExp("(?<=\\p{Ll})(?=\\p{Lu})","gu")," "))}function formatCallText({tool,arguments:args}){return args===void 0?tool:`${tool}(${typeof args=="st\
ring"?args:toCanonicalJson(args)})`}function computeShareOfExpectedWords(expectedWords,there){if(expectedWords.size===0)return 0;let stems=new Set([...there].filter(
word=>word.length>=STEM_LENGTH).map(word=>word.slice(0,STEM_LENGTH))),matches=0;for(let word of expectedWords)there.has(word)?matches+=1:word.length>=STEM_LENGTH&&
stems.has(word.slice(0,STEM_LENGTH))&&(matches+=.5);return matches/expectedWords.size}function collectDistinctWords2(text){return new Set(text.toLowerCase().match(
/[\p{L}\p{N}]+/gu)??[])}function removeRegexSyntax(pattern){return pattern.replaceAll(/\(\?(?:P?<\w+>|[a-zA-Z-]*:?)/g," ").replaceAll(/\[[^\][]*\]|\\[a-zA-Z]|\{\d+(?:,\d*)?\}/g,
" ")}function shortenQuote(text){return text.length>MAX_QUOTE_LENGTH?`${text.slice(0,MAX_QUOTE_LENGTH).trimEnd()}\u2026`:text}var quotedTextPattern2=/["“”«»]([^"“”«»\n]{6,300})["“”«»]/g,turnReferencePattern=/\bturn\s+#?(\d{1,4})\b|\bT(\d{1,4})\b/gi;function findTurnOfJudgeReason(reason,turns){
for(let[,quote=""]of reason.matchAll(quotedTextPattern2)){let words=normalizeQuotedText(quote),matches=turns.filter(turn2=>normalizeQuotedText(getLongTextPreview(
getTurnAnswer(turn2))).includes(words)),[only]=matches;if(only!==void 0&&matches.length===1)return{turn:only.turn,quote}}let named=new Set([...reason.matchAll(turnReferencePattern)].
map(([,word,short])=>Number(word??short))),[turn]=named;if(!(turn===void 0||named.size>1||!turns.some(each=>each.turn===turn)))return{turn,quote:reason}}function normalizeQuotedText(text){
return text.toLowerCase().replaceAll(/[\s.…,!?]+/g," ").trim()}var MIN_SHARED_WORD_SHARE=.5;function locateMissingCheckpoint(missing,metAtTurn){let{attempt,comparison,
conditions,since=1,reason=""}=missing,positive=conditions.filter(({negate})=>negate!==!0),tools=listToolsOfConditions(positive),divergence=metAtTurn===void 0?void 0:
comparison?.divergenceFor({tools,text:getTextOfConditions(positive),metAtTurn});if(divergence!==void 0)return{by:"divergence",turn:divergence.turn,divergence};let turns=attempt.
turns??[],nearest=findClosestTurn(positive,turns.filter(({turn})=>turn>=since));if(nearest!==void 0&&nearest.share>=(tools.length>0?1:MIN_SHARED_WORD_SHARE))return{
by:"nearest",turn:nearest.turn,nearest};let quote=findTurnOfJudgeReason(reason,turns);if(quote!==void 0)return{by:"quote",...quote};let[only]=turns;return only!==
void 0&&turns.length===1?{by:"only turn",turn:only.turn}:void 0}function findTurnOfCheckpoint(passed,checkpoint){return getCheckpointResults(passed).find(({id})=>id===
checkpoint)?.reachedAtTurn}function getCheckpointResults(result){return result?.checkpoints??[]}function listToolsOfConditions(conditions){return[...new Set(conditions.
flatMap(({tools=[],negate})=>negate===!0?[]:tools))]}function getTextOfConditions(conditions){let ofAnswer=conditions.filter(({tools})=>tools===void 0);if(!(ofAnswer.
length===0&&conditions.length>0))return ofAnswer.map(({check,wanted})=>check==="regex"?wanted.replaceAll(/\\[a-zA-Z]|\(\?[a-zA-Z]*\)?/g," "):wanted).join(`
`)}function findWrongCall({type,message="",actual}){return type!=="tools"||!Array.isArray(actual)?void 0:actual.flatMap(call=>parseWrongCall(call,message)??[]).toSorted(
(one,other)=>one.turn-other.turn)[0]}function parseWrongCall(call,message){if(!isJsonObject(call))return;let{name,arguments:args,turn,error:error2}=call;if(typeof name!=
"string"||typeof turn!="number"||error2!==void 0)return;let words=args===void 0?name:`${name}(${toCanonicalJson(args)})`;return message.includes(`${words} (turn\
 ${turn})`)?{turn,tool:name}:void 0}function locateFailedAssertion(assertion,{attempt,passed,comparison}){let reason=assertion.agentValidation?.reason,{shownBy}=findCheckProperties(
assertion.type);switch(shownBy){case"state":{let facts=extractFacts(toCanonicalJson([assertion.path??"",assertion.expected??"",assertion.actual??""])),divergence=comparison?.
firstChangedWrite(facts);return divergence&&{by:"divergence",turn:divergence.turn,divergence}}case"calls":{let conditions=findMissingToolConditions(assertion),metAtTurn=conditions.
length===0?void 0:findTurnOfLastRequiredCall(conditions,passed);return locateMissingCheckpoint({attempt,passed,comparison,conditions,reason},metAtTurn)}case"wor\
ds":{let conditions=toTextConditions(assertion),closest=passed?.turns&&findClosestTurn(conditions,passed.turns),isMet=closest!==void 0&&closest.share===1;return locateMissingCheckpoint(
{attempt,passed,comparison,conditions,reason},isMet?closest.turn:void 0)}case"last turn":{let last=attempt.turns?.at(-1);return last&&{by:"only turn",turn:last.
turn}}case"nothing":return;default:return shownBy}}function toTextConditions({type,expected,negate}){return negate===!0||expected===void 0?[]:[{check:type,wanted:typeof expected==
"string"?expected:toCanonicalJson(expected)}]}function findMissingToolConditions({type,expected,message="",negate}){if(negate===!0||expected===void 0||expected===
null)return[];if(type!=="tools")return toToolConditions(expected);let calls=isJsonObject(expected)&&Array.isArray(expected.calls)?expected.calls:[],missing=/missing: (.*)/.
exec(message)?.[1]??"",first=calls.filter(isJsonObject).find(({name})=>typeof name=="string"&&missing.startsWith(name));return first===void 0?[]:toToolConditions(
first)}function toToolConditions(expected){let name=isJsonObject(expected)?expected.name??expected.tool:expected,names=(Array.isArray(name)?name:[name]).filter(
each=>typeof each=="string");return names.length===0?[]:[{check:"tool_called",wanted:names.join(" or "),tools:names}]}function findTurnOfLastRequiredCall([condition],passed){
let tools=new Set(condition?.tools);return(passed?.turns??[]).findLast(({response})=>response?.toolCalls.some(({tool})=>tools.has(tool)))?.turn}function findCauseAndProblems(attempt,lastPassing,suite){let problems=listProblems(attempt),[first]=problems;if(first===void 0)return;let context={attempt,suite,
passed:lastPassing,comparison:lastPassing===void 0?void 0:compareTurnsOfConversations(lastPassing,attempt)},explained=(isCheckpointProblem(first)?problems.filter(
isCheckpointProblem):[first]).map(problem2=>({problem:problem2,account:explainDecisiveProblem(problem2,context)})),{problem,account}=explained.reduce((best,each)=>getTurnOrInfinity(
each.account)<getTurnOrInfinity(best.account)?each:best),{by:party="agent"}=attempt.fault??{},{turn,sentence,evidence,confidence,fingerprint}=account;return{cause:{
...turn===void 0?{}:{turn},party,sentence,evidence,confidence,fingerprint},problems:[problem,...problems.filter(each=>each!==problem)]}}function isCheckpointProblem(problem){
return problem.kind==="stuck"||problem.kind==="order"}function getTurnOrInfinity({turn=Number.POSITIVE_INFINITY}){return turn}function explainDecisiveProblem(problem,context){
let{suiteKey}=context.suite;switch(problem.kind){case"broke":{let{status,message,turn}=problem;return{turn,sentence:message,evidence:[],confidence:"certain",fingerprint:`${status}\
 ${message}`}}case"wrong":return explainBrokenRule(problem,context);case"order":return context.attempt.endReason!=="out_of_order"&&isSameOrderInPassedAttempt(problem,
context)?explainMissingCheckpoint({checkpoint:problem.checkpoint},context):{turn:problem.turn,sentence:describeCheckpointOrder(problem),evidence:[],confidence:"\
certain",fingerprint:`${suiteKey} ${problem.checkpoint} wrong order ${findCheckpointTool(problem.checkpoint,context)}`};case"stuck":return explainMissingCheckpoint(
problem,context);default:return problem}}function isSameOrderInPassedAttempt({checkpoint},{passed}){let before=getCheckpointResults(passed).find(({id})=>id===checkpoint);
return before?.reached===!0&&before.outOfOrderAtTurns.length>0}function explainMissingCheckpoint({checkpoint,since,ahead},context){let{attempt,passed,comparison}=context,
conditions=findConditions(checkpoint,context),reason=findCheckpointResult(checkpoint,attempt)?.agentValidation?.reason,location=locateMissingCheckpoint({attempt,
passed,comparison,conditions,since,reason},findTurnOfCheckpoint(passed,checkpoint)),never2=`\`${checkpoint}\` was never reached`,fingerprint=`${context.suite.suiteKey}\
 ${checkpoint} ${determineCauseKind(location,{conditions,attempt})}`;if(!(location?.by==="divergence"||location?.by==="nearest")&&ahead!==void 0)return{turn:ahead.
turn,sentence:describeCheckpointOrder(ahead),evidence:[],confidence:"likely",fingerprint};if(location===void 0){let due=since===void 0?[]:[`due since T${since}`];
return{sentence:`${never2}, and no turn shows why`,evidence:due,confidence:"unknown",fingerprint}}let{turn}=location;return{turn,...describeFailureLocation(location,
never2),confidence:"likely",fingerprint}}function describeFailureLocation(location,lacking){let{turn}=location;switch(location.by){case"divergence":{let{divergence}=location;
return{sentence:`${describeDivergence(divergence)}; ${lacking}`,evidence:listDivergenceEvidence(divergence)}}case"nearest":return{sentence:`${lacking}; nearest \
at T${turn}`,evidence:[`T${turn} was nearest: ${quoteNearestPassage(location.nearest.quote)}`]};case"quote":return{sentence:`Wrong at T${turn}: ${lacking}`,evidence:[
`the judge refers to T${turn}: ${quoteNearestPassage(location.quote)}`]};case"only turn":return{sentence:`Wrong at T${turn}: ${lacking}`,evidence:[]};default:return location}}
function determineCauseKind(location,{conditions,attempt}){if(location?.by==="divergence"){let{divergence}=location;return`${divergence.kind} ${"tool"in divergence?
divergence.tool:""}`}let[tool]=listToolsOfConditions(conditions);return tool===void 0?"wrong text ":`${attempt.toolCalls.some(call=>call.tool===tool)?"wrong arg\
ument":"missing call"} ${tool}`}function explainBrokenRule(problem,context){let{message,check,turn,assertion}=problem,{attempt,suite}=context,fingerprint=`${suite.
suiteKey} ${check}`;if(turn!==void 0)return{turn,sentence:`Wrong at T${turn}: ${message}`,evidence:[],confidence:"certain",fingerprint};if(attempt.turns===void 0){
let confidence=attempt.fault?.confidence??"likely";return{sentence:message,evidence:[],confidence,fingerprint}}let named=assertion&&findWrongCall(assertion);if(named!==
void 0){let sentence2=`Wrong at T${named.turn}: ${message}`;return{turn:named.turn,sentence:sentence2,evidence:[],confidence:"certain",fingerprint:`${fingerprint}\
 ${named.tool}`}}let location=assertion&&locateFailedAssertion(assertion,context);if(location===void 0){let turn2=findTurnNamedLast(message);return turn2!==void 0?
{turn:turn2,sentence:`Wrong at T${turn2}: ${message}`,evidence:[],confidence:"likely",fingerprint}:{sentence:`${message}${outsideTurnsText}`,evidence:[],confidence:"\
unknown",fingerprint}}let kind=location.by==="divergence"?` ${determineCauseKind(location,{conditions:[],attempt})}`:"",{sentence,evidence}=describeFailureLocation(
location,message);return{turn:location.turn,sentence:location.by==="nearest"?`Wrong at T${location.turn}: ${message}`:sentence,evidence,confidence:"likely",fingerprint:`${fingerprint}${kind}`}}
function findConditions(checkpoint,{suite,attempt}){let announcedConditions=suite.checkpoints?.find(({id})=>id===checkpoint)?.conditions;if(announcedConditions!==
void 0)return announcedConditions;let tool=findCheckpointResult(checkpoint,attempt)?.tool;return tool===void 0?[]:[{check:"tool_called",wanted:tool,tools:tool.split(
" or ")}]}function findCheckpointTool(checkpoint,context){return listToolsOfConditions(findConditions(checkpoint,context))[0]??""}function findCheckpointResult(checkpoint,attempt){
return getCheckpointResults(attempt).find(({id})=>id===checkpoint)}function findChangedAgentParts(before,after){let earlier=new Map(before.map(({agentId,parts})=>[agentId,parts]));return agentPartNames.filter(name=>after.some(({
agentId,parts})=>{let[oldPart,newPart]=[earlier.get(agentId)?.[name],parts?.[name]];return oldPart!==void 0&&newPart!==void 0&&oldPart!==newPart}))}function adjustPValues(pValues){let fromWorst=pValues.map((p,index)=>({p,place:index})).toSorted((a,b)=>b.p-a.p),adjusted=new Array(pValues.length).fill(1),least=1;
for(let[behind,{p,place}]of fromWorst.entries()){let rank=pValues.length-behind;least=Math.min(least,p*pValues.length/rank),adjusted[place]=least}return adjusted}function sumTrialCounts(all){return{passed:all.reduce((sum,{passed})=>sum+passed,0),judged:all.reduce((sum,{judged})=>sum+judged,0)}}var ROUNDING_TOLERANCE=1e-7;
function computeFisherExactPValue(before,after){if(before.judged===0||after.judged===0)return 1;let all=before.judged+after.judged,passed=before.passed+after.passed,
factorials=computeLogFactorials(all),computeHypergeometricChance=ofBefore=>Math.exp(computeLogBinomial(factorials,before.judged,ofBefore)+computeLogBinomial(factorials,
after.judged,passed-ofBefore)-computeLogBinomial(factorials,all,passed)),observed=computeHypergeometricChance(before.passed)*(1+ROUNDING_TOLERANCE),sum=0;for(let k=Math.
max(0,passed-after.judged);k<=Math.min(before.judged,passed);k+=1){let likelihood=computeHypergeometricChance(k);likelihood<=observed&&(sum+=likelihood)}return Math.
min(1,sum)}var LEVEL_WITH_TOLERANCE=.049999999950000006;function isSignificantP(p){return p<=LEVEL_WITH_TOLERANCE}function haveBothScores(before,after){return before?.score!==void 0&&after?.score!==void 0}var noTrials={passed:0,judged:0};function toJudgedPairs(of){let{before,
after,earlier=noTrials}=of;return before===void 0||after===void 0||before.judged===0||after.judged===0?[]:[{before:pickTrialCounts(before),after:pickTrialCounts(
after),earlier,of}]}function findSignificantChanges(cases){let pairs=cases.flatMap(of=>toJudgedPairs(of)).filter(({of})=>!of.edited&&!haveBothScores(of.before,of.
after)),chances=new Map,adjusted=adjustPValues(pairs.map(pair=>computeChangePValue(pair,chances)));return new Set(pairs.flatMap(({of},index)=>isSignificantP(adjusted[index]??
1)?[of]:[]))}function getChangeDirection(before,after){return Math.sign(after.passed*before.judged-before.passed*after.judged)}function computeChangePValue({before,
after,earlier},chances){let all={passed:before.passed+earlier.passed,judged:before.judged+earlier.judged},direction=getChangeDirection(before,after);if(direction===
0||direction!==getChangeDirection(all,after))return 1;let key=`${all.passed}/${all.judged} ${after.passed}/${after.judged}`,p=chances.get(key)??computeFisherExactPValue(
all,after);return chances.set(key,p),p}function pickTrialCounts({passed,judged}){return{passed,judged}}function computeAgentOnlyRate(counts,faults){let leftOut=countOtherParties(faults),count=countFailuresOfOthers(faults);if(count===0)return;let judgedCount=countJudged(
counts)-count,rate=judgedCount===0?null:counts.passed/judgedCount;return rate===computePassRate(counts)?void 0:{rate,passed:counts.passed,judged:judgedCount,leftOut}}
function formatBothRates(counts,faults){let agentOnly=computeAgentOnlyRate(counts,faults),all=computePassRate(counts);if(!(agentOnly===void 0||all===null))return`${formatAgentOnlyRate(
agentOnly)} \xB7 ${formatDecimalPercent(all)} all`}function formatAgentOnlyRate({rate,passed,judged,leftOut}){let total=leftOut.reduce((sum,{count})=>sum+count,0),each=formatPartyCounts(leftOut),excludedText=`${formatCount(
total)} left out: ${each}`;return rate===null?`no attempt left to judge the agent by (${excludedText})`:`${formatDecimalPercent(rate)} agent only (${formatCount(
passed)} of ${formatCount(judged)}; ${excludedText})`}function formatPartyCounts(leftOut){return leftOut.map(({by,count})=>`${formatCount(count)} ${partyTexts[by]}`).
join(", ")}function countFailuresOfOthers(faults){return countOtherParties(faults).reduce((sum,{count})=>sum+count,0)}var partyTexts={agent:"agent",simulator:"simulator",judge:"judge",infra:"infrastructure",case:"case",user_code:"user code",not_agent:"not the agent"};function findPartyAtFault({
status,fault,hints=[],setAside},{isNotAgent=!1,confirmed}={}){if(setAside!==void 0||!hasEnded(status)||!isFailing(status))return;let by=fault?.by??"agent";return by!==
"agent"?by:confirmed!==void 0?confirmed:isNotAgent?hints.find(hint=>hint.by!=="agent")?.by??"not_agent":by}function collectFaultReviews({reviews=[],hintWords=[]}){
let words=new Map;for(let review of reviews)review.verdict==="not_agent"&&words.set(attemptKey(review),{isNotAgent:!0});let dismissed=new Set(hintWords.flatMap(
hint=>hint.word==="dismissed"?[buildHintKey(hint)]:[]));for(let hint of hintWords){let{word,blames}=hint;if(word!=="confirmed"||blames===null||dismissed.has(buildHintKey(
hint)))continue;let address=attemptKey(hint),existingReview=words.get(address);words.set(address,{...existingReview,confirmed:existingReview?.confirmed??blames})}
return words}function countRunFaults({rows,faults,...said}){let words=collectFaultReviews(said);if(words.size===0)return faults;let sum=faults;for(let{suiteKey,
id,attempts}of rows)for(let attempt of attempts){let word=words.get(attemptKey({suiteKey,caseId:id,attempt:attempt.attempt}));if(word===void 0||attempt.setAside!==
void 0)continue;let[before,after]=[findPartyAtFault(attempt),findPartyAtFault(attempt,word)];before!==after&&(sum=addToFaultCounts(attempt.fault===void 0?sum:addToFaultCounts(
sum,before,-1),after))}return sum}function buildHintKey(hint){return`${attemptKey(hint)} ${hint.fault}`}function countOtherParties({agent:_,...rest}){let counts=rest;return otherParties.map(by=>({
by,count:counts[by]??0})).filter(({count})=>count>0).sort((left,right)=>right.count-left.count)}var otherParties=["simulator","infra","judge","case","user_code",
"not_agent"];var singlePassedTrial={passed:1,judged:1},singleFailedTrial={passed:0,judged:1};function countJudgedTrials({rows}){let trials=[];for(let row of rows){let counts=countAttemptsOfRow(
row),{passed}=counts,judgedCount=countJudged(counts);judgedCount===1?trials.push(passed===1?singlePassedTrial:singleFailedTrial):judgedCount>0&&trials.push({passed,
judged:judgedCount})}return trials}var Z_95=1.959963984540054;function computeWilsonInterval(successes,trials){if(trials===0)return{low:0,high:1};let share=successes/trials,z2=Z_95*Z_95,centre=share+
z2/(2*trials),spread=Z_95*Math.sqrt(share*(1-share)/trials+z2/(4*trials*trials)),scale=1+z2/trials;return{low:successes===0?0:Math.max(0,(centre-spread)/scale),
high:successes===trials?1:Math.min(1,(centre+spread)/scale)}}var T_QUANTILES=[12.706205,4.302653,3.182446,2.776445,2.570582,2.446912,2.364624,2.306004,2.262157,2.228139,2.200985,2.178813,2.160369,2.144787,2.13145,2.119905,
2.109816,2.100922,2.093024,2.085963,2.079614,2.073873,2.068658,2.063899,2.059539,2.055529,2.051831,2.048407,2.04523,2.042272];function computeTQuantile(freedom){
let tableValue=T_QUANTILES[freedom-1];if(tableValue!==void 0)return tableValue;let[first,second,third]=[(Z_95**3+Z_95)/4,(5*Z_95**5+16*Z_95**3+3*Z_95)/96,(3*Z_95**
7+19*Z_95**5+17*Z_95**3-15*Z_95)/384];return Z_95+first/freedom+second/freedom**2+third/freedom**3}function computePassRateInterval(cases){let passed=0,judged=0,count=0;for(let trials of cases)passed+=trials.passed,judged+=trials.judged,trials.judged>0&&(count+=
1);if(count<2)return computeWilsonInterval(passed,judged);let rate=passed/judged,squares=cases.reduce((sum,trials)=>sum+(trials.passed-rate*trials.judged)**2,0),
variance=count/(count-1)*squares/judged**2,independent=variance===0?count:Math.min(judged,rate*(1-rate)/variance),effective=Math.max(1,independent*(Z_95/computeTQuantile(
count-1))**2);return computeWilsonInterval(rate*effective,effective)}function compareRuns(earlierRun,laterRun){let keyOf=createCaseKeyForComparison(earlierRun,laterRun),leftOut=new Set([...earlierRun.rows,...laterRun.rows].filter(
isExcluded).map(keyOf)),before=omitCases(earlierRun,row=>leftOut.has(keyOf(row))),after=omitCases(laterRun,row=>leftOut.has(keyOf(row))),earlier=new Map(before.
rows.map(row=>[keyOf(row),row])),later=new Set(after.rows.map(keyOf)),comparedCases=[...after.rows.map(row=>compareCase(earlier.get(keyOf(row)),row,before.older)),
...before.rows.filter(row=>!later.has(keyOf(row))).map(row=>compareCase(row,void 0))].filter(comparison=>comparison!==void 0),real=findSignificantChanges(comparedCases),
cases=comparedCases.map(comparison=>real.has(comparison)?markNewlyFailing(comparison):comparison),counts={newly_failing:0,failed_this_time:0,flaky:0,fixed:0,added:0,
removed:0,same:0};for(let{change}of cases)counts[change]+=1;return{before:toComparedRun(before),after:toComparedRun(after),counts,edited:cases.filter(({edited})=>edited).
length,regressed:cases.filter(({regressed})=>regressed).length,agentChanged:findChangedAgentParts(before.suites,after.suites),selection:before.selection??{},cases}}
function createCaseKeyForComparison(before,after){let countSuites=side=>new Set(side.rows.map(row=>row.suiteKey)).size,alone=countSuites(before)<=1&&countSuites(
after)<=1;return({suiteKey,id})=>alone?id:caseKey(suiteKey,id)}function omitCases(side,isLeftOut){return{...side,rows:side.rows.filter(row=>!isLeftOut(row))}}function markNewlyFailing(comparison){
let{before,after}=comparison,isWorse=before!==void 0&&after!==void 0&&getChangeDirection(before,after)<0;return{...comparison,real:!0,...isWorse&&{change:"newly\
_failing",regressed:!0}}}function compareCase(earlier,later,older){let row=later??earlier;if(row===void 0)return;let before=toComparedCase(earlier),after=toComparedCase(
later),change=isJudgedByAccuracy(row)&&haveBothScores(before,after)?"same":classifyChange(before,after);return{suiteKey:row.suiteKey,id:row.id,name:row.name,change,
edited:wasEdited(earlier,later),regressed:change==="failed_this_time"||change==="flaky"&&before!==void 0&&computeCasePassRate(before)===1,real:!1,before,after,earlier:earlier===
void 0?void 0:older?.get(caseKey(earlier.suiteKey,earlier.id))}}function wasEdited(earlier,later){return earlier===void 0||later===void 0||earlier.hash===""||later.
hash===""?!1:earlier.hash!==later.hash}function computeMeanScore(row){let judgedAttempts=row.attempts.filter(({status,setAside})=>status!=="skipped"&&setAside===
void 0),scores=judgedAttempts.flatMap(({score})=>score??[]);if(!(scores.length===0||scores.length<judgedAttempts.length))return scores.reduce((sum,score)=>sum+score,
0)/scores.length}function toComparedCase(row){if(row===void 0)return;let counts=countAttemptsOfRow(row),score=computeMeanScore(row),outcome={status:computeCaseStatus(
row.attempts),passed:counts.passed,judged:countJudged(counts)};return score===void 0?outcome:{...outcome,score}}function computeCasePassRate(standing){if(!(standing===
void 0||standing.judged===0))return standing.passed/standing.judged}function classifyChange(earlier,later){let before=computeCasePassRate(earlier),after=computeCasePassRate(
later);return after===void 0?before===void 0?"same":"removed":before===void 0?"added":after>0&&after<1?"flaky":before===after?"same":after===1?"fixed":"failed_t\
his_time"}function toComparedRun({runId,rows,counts,faults={},reviews,hintWords,unreadable}){return{...unreadable&&{unreadable:countUnreadable(unreadable)},runId,
cases:rows.length,counts,faults:countRunFaults({rows,faults,reviews,hintWords}),passRate:computePassRate(counts),interval:computePassRateInterval(countJudgedTrials(
{rows}))}}function formatPValue(p){return p<.001?"p < 0.001":`p = ${p.toPrecision(2)}`}function createRandomNumberGenerator(seed){let state=seed|0||1;return()=>(state^=state<<13,state^=state>>>17,state^=state<<5,((state>>>0)-1)/4294967295)}var MAX_EXACT_DIFFERENCES=20,RANDOM_SAMPLE_COUNT=2e4,SEED=1,ROUNDING_TOLERANCE2=1e-9;function performSignFlipTest(differences){let sizes=differences.filter(difference=>Math.
abs(difference)>ROUNDING_TOLERANCE2).map(Math.abs),observed=Math.abs(differences.reduce((sum,difference)=>sum+difference,0))-ROUNDING_TOLERANCE2,informative=sizes.
length;return informative===0?{p:1,isTooSmall:!0,informative}:{p:informative<=MAX_EXACT_DIFFERENCES?computeExactPValue(sizes,observed):estimatePValue(sizes,observed),
isTooSmall:!isSignificantP(2**(1-informative)),informative}}function computeExactPValue(sizes,observed){let count=2**sizes.length,signs=sizes.map(()=>1),sum=sizes.
reduce((all,size)=>all+size,0),extreme=Math.abs(sum)>=observed?1:0;for(let step=1;step<count;step+=1){let index=31-Math.clz32(step&-step),size=sizes[index]??0,sign=signs[index]??
1;signs[index]=-sign,sum-=2*sign*size,Math.abs(sum)>=observed&&(extreme+=1)}return extreme/count}function estimatePValue(sizes,observed){let draw=createRandomNumberGenerator(
SEED),extreme=1;for(let time2=0;time2<RANDOM_SAMPLE_COUNT;time2+=1){let sum=0;for(let size of sizes)sum+=draw()<.5?size:-size;Math.abs(sum)>=observed&&(extreme+=
1)}return extreme/(RANDOM_SAMPLE_COUNT+1)}function computeScoreChange(cases){let pairs=cases.flatMap(({before:before2,after:after2})=>before2?.score===void 0||after2?.score===void 0?[]:[[before2.score,after2.
score]]);if(pairs.length===0)return;let before=computeMean(pairs.map(([score])=>score)),after=computeMean(pairs.map(([,score])=>score));return{cases:pairs.length,
before,after,evidence:evaluateScoreEvidence(pairs)}}function evaluateScoreEvidence(pairs){let differences=pairs.map(([before,after])=>after-before),{p,isTooSmall,
informative}=performSignFlipTest(differences),direction=computeMean(differences)<0?"worse":"better";return informative===0?{verdict:"none",p,words:"no score cha\
nged"}:isSignificantP(p)?{verdict:"real",p,words:`really ${direction}: unlikely to be chance (${formatPValue(p)})`}:isTooSmall?{verdict:"too_few",p,words:`${formatCountWithNoun(
informative,"changed score")} cannot show a trend`}:{verdict:"unclear",p,words:`could be chance (${formatPValue(p)})`}}function computeMean(values){return values.
reduce((sum,value)=>sum+value,0)/values.length}function toEvidenceOfTest({p,direction,isTooSmall,informative},pairs){return{p,...describeEvidence()};function describeEvidence(){if(isSignificantP(p))return{verdict:"\
real",words:`really ${direction}: unlikely to be chance (${formatPValue(p)})`};if(pairs.every(hasSameRate))return{verdict:"none",words:"no case changed"};if(!isTooSmall)
return{verdict:"unclear",words:`could be chance (${formatPValue(p)})`};let noun=informative===1?"case":"cases";return pairs.every(isJudgedOncePerRun)?{verdict:"\
too_few",words:`${informative} changed ${noun} cannot show a trend`}:{verdict:"too_few",words:`${informative} ${noun} with both outcomes cannot show a trend; ru\
n more attempts`}}}function hasSameRate({before,after}){return before.passed*after.judged===after.passed*before.judged}function isJudgedOncePerRun({before,after}){
return before.judged===1&&after.judged===1}function computeSmoothedRate({passed,judged}){return(passed+.5)/(judged+1)}function convertOddsRatiosToRateChanges({low,high},before){let rate=computeSmoothedRate(
before),toRateChange=odds=>odds===1/0?1-rate:rate*(1-rate)*(odds-1)/(1-rate+rate*odds);return{low:low===0?-rate:toRateChange(low),high:toRateChange(high)}}function findInformativeBounds({
low,high},before){let rate=computeSmoothedRate(before);return{low:low>-rate,high:high<1-rate}}function groupPairsIntoStrata(pairs){let groups=new Map,observed=0,longest=0;for(let{before,after}of pairs){let passed=before.passed+after.passed,key=`${before.
judged}:${after.judged}:${passed}`,group=groups.get(key);group===void 0?groups.set(key,{before:before.judged,after:after.judged,passed,cases:1}):group.cases+=1,
observed+=after.passed-Math.max(0,passed-before.judged),longest=Math.max(longest,before.judged,after.judged)}let factorials=computeLogFactorials(longest),strata=[
...groups.values()].flatMap(({before,after,passed,cases})=>{let fewest=Math.max(0,passed-before),logWeights=Float64Array.from({length:Math.min(after,passed)-fewest+
1},(_,j)=>computeLogBinomial(factorials,after,fewest+j)+computeLogBinomial(factorials,before,passed-fewest-j));return logWeights.length===1?[]:[{logWeights,cases}]}),
most=strata.reduce((sum,{logWeights,cases})=>sum+cases*(logWeights.length-1),0);return{strata,seen:observed,most}}function computeStratumProbabilities({logWeights},logOdds){
let chances=logWeights.map((weight,j)=>weight+j*logOdds),greatest=chances.reduce((most,value)=>Math.max(most,value),Number.NEGATIVE_INFINITY),sum=0;for(let j=0;j<
chances.length;j+=1){let chance=Math.exp((chances[j]??0)-greatest);chances[j]=chance,sum+=chance}for(let j=0;j<chances.length;j+=1)chances[j]=(chances[j]??0)/sum;
return{chances,logSum:greatest+Math.log(sum)}}function sumLogStratumWeights({strata},logOdds){return strata.reduce((sum,stratum)=>sum+stratum.cases*computeStratumProbabilities(
stratum,logOdds).logSum,0)}function computeExpectedPasses({strata},logOdds){return strata.reduce((sum,stratum)=>{let mean=computeStratumProbabilities(stratum,logOdds).
chances.reduce((total,chance,j)=>total+j*chance,0);return sum+stratum.cases*mean},0)}var certainZero={from:0,chances:Float64Array.of(1)};function convolveDistributions(one,other){let[short,long]=one.chances.length<other.chances.length?[one.chances,
other.chances]:[other.chances,one.chances],sums=new Float64Array(short.length+long.length-1);for(let i2=0;i2<short.length;i2+=1){let chance=short[i2]??0;for(let j=0;j<
long.length;j+=1)sums[i2+j]=(sums[i2+j]??0)+chance*(long[j]??0)}return trimNegligibleEnds({from:one.from+other.from,chances:sums})}function computeSumOfRepeatedCounts(count,times){
let sum=certainZero,power=count;for(let remaining=times;remaining>0;remaining=Math.floor(remaining/2))remaining%2===1&&(sum=convolveDistributions(sum,power)),remaining>
1&&(power=convolveDistributions(power,power));return sum}function trimNegligibleEnds({from,chances}){let first=0,end=chances.length;for(;first<end-1&&(chances[first]??
0)<1e-40;)first+=1;for(;end>first+1&&(chances[end-1]??0)<1e-40;)end-=1;return{from:from+first,chances:chances.subarray(first,end)}}function performStratifiedTest(pairs){let paired=groupPairsIntoStrata(pairs);if(paired.strata.length===0)return{p:1,direction:"none",isTooSmall:!0,informative:0,
odds:{low:0,high:1/0}};let tailsAt=createTailChances(paired),{atMost,atLeast}=tailsAt(0);return{p:Math.min(1,2*Math.min(atMost,atLeast)),direction:getTailDirection(
atMost,atLeast),isTooSmall:!isSignificantP(computeMinimumPValue(paired)),informative:paired.strata.reduce((sum,{cases})=>sum+cases,0),odds:computeOddsInterval(paired,
tailsAt)}}function getTailDirection(atMost,atLeast){return Math.abs(atMost-atLeast)<=1e-9?"none":atMost<atLeast?"worse":"better"}function computeMinimumPValue(paired){
let logSum=sumLogStratumWeights(paired,0),sumLogWeightsAtEnd=place=>paired.strata.reduce((sum,{logWeights,cases})=>sum+cases*(logWeights.at(place)??0),0);return 2*
Math.exp(Math.min(sumLogWeightsAtEnd(0),sumLogWeightsAtEnd(-1))-logSum)}function createTailChances(paired){let middle=findCentralLogOdds(paired),{from,chances}=computeDistributionOfSum(
paired,middle),middleSum=sumLogStratumWeights(paired,middle),pairIndex=paired.seen-from,logs=chances.map(Math.log);return logOdds=>{let tilt=logOdds-middle,logShift=middleSum-
sumLogStratumWeights(paired,logOdds)+paired.seen*tilt,sumTailChance=step=>{let sum=0;for(let index=pairIndex;index>=0&&index<logs.length;index+=step)sum+=Math.exp(
(logs[index]??0)+(index-pairIndex)*tilt+logShift);return Math.min(1,sum)},observed=Math.exp((logs[pairIndex]??0)+logShift),isAbove=tilt<=0,smaller=sumTailChance(
isAbove?1:-1),other=Math.min(1,1-smaller+observed);return isAbove?{atLeast:smaller,atMost:other}:{atMost:smaller,atLeast:other}}}function findCentralLogOdds(paired){
let margin=Math.min(1,paired.most/2),target=Math.min(paired.most-margin,Math.max(margin,paired.seen));return bracketConditionChange(logOdds=>computeExpectedPasses(
paired,logOdds)>target).above}function computeDistributionOfSum(paired,logOdds){let sum=certainZero;for(let stratum of paired.strata){let one={from:0,chances:computeStratumProbabilities(
stratum,logOdds).chances};sum=convolveDistributions(sum,computeSumOfRepeatedCounts(one,stratum.cases))}return sum}function computeOddsInterval(paired,tailsAt){let isNotRejected=tail=>tail>
LEVEL_WITH_TOLERANCE/2,low=paired.seen===0?0:Math.exp(bracketConditionChange(logOdds=>isNotRejected(tailsAt(logOdds).atLeast)).above);return paired.seen===paired.
most?{low,high:1/0}:{low,high:Math.exp(bracketConditionChange(logOdds=>!isNotRejected(tailsAt(logOdds).atMost)).below)}}var BISECTION_STEPS=40;function bracketConditionChange(isOnSide){
let isLower=isOnSide(0),step=1;for(;isOnSide(isLower?-step:step)===isLower;)step*=2;let[lowerLogOdds,upperLogOdds]=isLower?[-step,0]:[0,step];for(let time2=0;time2<
BISECTION_STEPS;time2+=1){let middle=(lowerLogOdds+upperLogOdds)/2;isOnSide(middle)?upperLogOdds=middle:lowerLogOdds=middle}return{below:lowerLogOdds,above:upperLogOdds}}var MAX_LISTED_CASES=50;function computeRateChange({before:run,cases,agentChanged=[],selection={}}){let both=cases.flatMap(toJudgedPairs),pairs=both.filter(({of})=>!of.
edited),before=sumTrialCounts(pairs.map(pair=>pair.before)),unscored=pairs.filter(({of})=>!haveBothScores(of.before,of.after)),scores=computeScoreChange(pairs.map(
({of})=>of)),test=performStratifiedTest(unscored),[newlyFailing,failedThisTime]=[listWorseCases(pairs,"newly_failing"),listWorseCases(pairs,"failed_this_time")];
return{runId:run.runId,cases:pairs.length,edited:both.length-pairs.length,before,after:sumTrialCounts(pairs.map(pair=>pair.after)),interval:convertOddsRatiosToRateChanges(
test.odds,before),evidence:unscored.length===0&&scores!==void 0?scores.evidence:toEvidenceOfTest(test,unscored),...scores===void 0?{}:{scores},newlyFailing:newlyFailing.
slice(0,MAX_LISTED_CASES),newlyFailingCount:newlyFailing.length,failedThisTime:failedThisTime.slice(0,MAX_LISTED_CASES),failedThisTimeCount:failedThisTime.length,
...selection,...agentChanged.length===0?{}:{agentChanged}}}function isRegression(change){return isWorseAsWhole(change)||change.newlyFailing.length>0}function isWorseAsWhole({
evidence,interval,scores}){return scores?.evidence.verdict==="real"&&scores.after<scores.before||evidence.verdict==="real"&&interval.high<0}function listWorseCases(pairs,change){
return pairs.flatMap(({before,after,earlier,of})=>{if(of.change!==change)return[];let older=earlier.judged===0?{}:{earlier};return[{suiteKey:of.suiteKey,id:of.id,
before,after,...older,real:change==="newly_failing"}]})}function describeScoreChange({cases,before,after,evidence}){return`score ${before.toFixed(3)} \u2192 ${after.toFixed(3)} of ${cases} ${pluralizeNoun(cases,"case")}\
: ${evidence.words}`}function describeRateChange({cases,edited,before,after,interval,evidence,...rest}){let{bestOf,looks,agentChanged,scores}=rest,remarks=[bestOf===
void 0?"":`; the earlier run had the highest pass rate of ${bestOf} complete runs of this suite and agent`,looks===void 0?"":`; the ${formatOrdinalNumber(looks)}\
 run compared with it`,edited===0?"":`; ${edited} edited ${pluralizeNoun(edited,"case")} left out`,agentChanged===void 0?"":`; ${describeChangedParts(agentChanged)}`].
join("");if(cases===0)return`no case in common${remarks}`;if(scores?.cases===cases)return`${describeScoreChange(scores)}${remarks}`;let[oldRate,newRate]=[before.
passed/before.judged,after.passed/after.judged],size=evidence.verdict==="none"||evidence.verdict==="too_few"?"":describeLikelyRange(interval,before);return`${formatDecimalPercent(
oldRate)} \u2192 ${formatDecimalPercent(newRate)} of ${cases} ${pluralizeNoun(cases,"case")}: ${evidence.words}${size}${scores===void 0?"":`; ${describeScoreChange(
scores)}`}${remarks}`}function formatOrdinalNumber(index){return`${index}${{one:"st",two:"nd",few:"rd",other:"th"}[new Intl.PluralRules("en",{type:"ordinal"}).select(
index)]??"th"}`}function describeChangedParts(parts){return`agent changed (${parts.join(", ")})`}function describeLikelyRange(interval,before){let bounded=findInformativeBounds(
interval,before),[low,high]=[interval.low*100,interval.high*100];if(low>0||high<0){let name=low>0?"rise":"drop",[small,large]=low>0?[bounded.low&&low,bounded.high&&
high]:[bounded.high&&-high,bounded.low&&-low];return small!==!1&&large!==!1?`; the true ${name} is likely ${small.toFixed(1)} to ${large.toFixed(1)} points`:small===
!1?"":`; the true ${name} is likely ${small.toFixed(1)} points or more`}let parts=[...bounded.low?[`a drop of more than ${(-low).toFixed(1)} points`]:[],...bounded.
high?[`a rise of more than ${high.toFixed(1)} points`]:[]];return parts.length===0?"":`; ${parts.join(" and ")} ${parts.length===1?"is":"are"} unlikely`}var partyNames={agent:"the agent",simulator:"the simulator",judge:"the judge",infra:"the infrastructure",case:"the case",user_code:"user code"};function describeFault({
by,kind,turn}){return`${partyNames[by]}: ${kind.replaceAll("_"," ")}${turn===void 0?"":` in turn ${turn}`}`}function listFaultLines(result){let{fault,faults=[]}=result;
return[...fault===void 0||fault.by==="agent"?[]:[`fault of ${describeFault(fault)}`],...isLikelyAgentFault(result)?["fault of the agent, unless the user withhel\
d needed information"]:[],...faults.filter(isFaultHint).map(hint=>`hint: perhaps ${describeFault(hint)} (${hint.evidence})`)]}function isLikelyAgentFault({fault,
turns=[]}){return fault?.kind==="wrong_answer"&&fault.confidence==="likely"&&turns.some(({origin})=>origin==="simulator")}function diagnose(result,{suiteKey,checkpoints},lastPassing){let causeFinding=findCauseAndProblems(result,lastPassing,{suiteKey,checkpoints});return causeFinding&&
{...causeFinding,faults:listFaultLines(result)}}function formatDiagnosisHeadline({cause}){return cause.sentence}function listDiagnosisDetails({cause,problems:[first,...others],faults}){let details=[...listProblemDetails(first),...others.flatMap(other=>[formatProblemHeadline(
other),...listProblemDetails(other)])];return[...new Set([...cause.evidence,...details,...faults])]}function formatProblemHeadline(problem){switch(problem.kind){case"\
stuck":return`\`${problem.checkpoint}\` was never reached`;case"order":return describeCheckpointOrder(problem);case"wrong":return problem.turn===void 0?problem.
message:`Wrong at T${problem.turn}: ${problem.message}`;case"broke":return problem.message;default:return problem}}function listProblemDetails(problem){switch(problem.
kind){case"stuck":{let{message="",waiting,ending}=problem;return[...message===""?[]:[message],...describeWaitingCheckpoints(waiting),...ending===void 0?[]:[ending]]}case"\
order":return describeWaitingCheckpoints(problem.waiting);case"wrong":{let{expected,actual,place}=problem;return[...place===void 0?[]:[`at ${place}`],...expected===
void 0?[]:[`expected: ${expected}`],...actual===void 0?[]:[`actual:   ${actual}`]]}case"broke":return[];default:return problem}}function describeWaitingCheckpoints(waiting){
return waiting.length===0?[]:[`checkpoints waiting for it: ${waiting.join(", ")}`]}var statusWordAndTone={passed:{word:"Passed",tone:"pass"},failed:{word:"Failed",tone:"fail"},error:{word:"Error",tone:"broken"},timeout:{word:"Timed out",tone:"\
late"},skipped:{word:"Skipped",tone:"idle"},queued:{word:"Queued",tone:"idle"},running:{word:"Running",tone:"busy"},pending:{word:"Starting",tone:"busy"},cancelled:{
word:"Cancelled",tone:"idle"},interrupted:{word:"Interrupted",tone:"late"},reached:{word:"Reached",tone:"pass"},out_of_order:{word:"Out of order",tone:"late"},kept:{
word:"Kept",tone:"pass"},broken:{word:"Broken",tone:"fail"},failed_try:{word:"Not yet",tone:"idle"},missed:{word:"Not reached",tone:"fail"},never_run:{word:"Nev\
er run",tone:"idle"},waiting:{word:"Waiting",tone:"idle"},open:{word:"Needs a run",tone:"idle"},unsound:{word:"Not valid yet",tone:"late"},measured:{word:"Measu\
red",tone:"idle"},not_judged:{word:"Not judged",tone:"idle"},partly:{word:"Partly",tone:"late"},flaky:{word:"Flaky",tone:"late"},stable:{word:"Stable",tone:"pas\
s"},mostly_stable:{word:"Mostly stable",tone:"late"},unstable:{word:"Unstable",tone:"late"},highly_unstable:{word:"Highly unstable",tone:"fail"}};function formatOutcomeWord(status,run){return status==="skipped"&&hasStoppedEarly(run)?"Not run":statusWordAndTone[status].word}import{stripVTControlCharacters}from"node:util";var printableAsciiPattern=/^[ -~]*$/;function shortenText(text,length){let folded=stripControlCharacters(text.slice(
0,length*4)).replaceAll(/\s+/g," ").trim();if(folded.length<=length&&text.length<=length*4)return folded;let characters=[...folded];return characters.length<=length&&
text.length<=length*4?folded:`${characters.slice(0,length-3).join("")}...`}function stripControlCharacters(text){return printableAsciiPattern.test(text)?text:stripVTControlCharacters(
text).replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu,"")}var MAX_BLOCK_LENGTH=3e3,MAX_LINE_LENGTH=200;function formatInlineCode(text,length=MAX_LINE_LENGTH){return shortenText(text,length).replaceAll(/[\\`*_[\]<>|#~!&$]/g,
String.raw`\$&`).replaceAll(/@(?=\w)/g,"@<!-- -->")}function formatCodeSpan(text,length=MAX_LINE_LENGTH){let line=shortenText(text,length)||"(empty)",fence="`".
repeat(measureLongestBacktickRun(line,0)+1),padding=line.startsWith("`")||line.endsWith("`")?" ":"";return`${fence}${padding}${line}${padding}${fence}`}function formatFencedValue(value){
let fullText=toValueText(value),omitted=fullText.length-MAX_BLOCK_LENGTH,text=omitted>0?`${fullText.slice(0,MAX_BLOCK_LENGTH).toWellFormed()}
\u2026 ${omitted} more characters`:fullText;return formatFencedText(text,value)}function toValueText(value){return stripControlCharacters(typeof value=="string"?value:JSON.stringify(value,void 0,2))}function formatFencedText(text,value){let language=typeof value==
"string"?"":"json",fence="`".repeat(measureLongestBacktickRun(text,2)+1);return`${fence}${language}
${text}${text.endsWith(`
`)?"":`
`}${fence}
`}function measureLongestBacktickRun(text,least){let longest=least;for(let[ticks]of text.matchAll(/`+/g))longest=Math.max(longest,ticks.length);return longest}function formatTable(headings,rows){
return[...formatTableLines(headings,rows)].join("")}function*formatTableLines(headings,rows){let formatTableLine=cells=>`| ${cells.join(" | ")} |
`;yield formatTableLine(headings),yield formatTableLine(headings.map(()=>"---"));for(let cells of rows)yield formatTableLine(cells)}function formatStatusWithCounts(compared){return compared===void 0?"-":compared.score!==void 0?`${compared.status}, score ${compared.score.toFixed(3)}`:compared.
judged>1?`${compared.status} (${compared.passed}/${compared.judged})`:compared.status}function describeComparisonVerdict(isWorse,regressed){return isWorse?"\u274C Worse by more than chance":regressed===0?"\u2705 No case got worse":`\u26A0\uFE0F ${formatCountWithNoun(
regressed,"case")} got worse, which can be chance`}function formatDiagnosisLines(result,row,state){let diagnosis=diagnose(result,row,state.lastPassing?.(row));return diagnosis===void 0?[]:formatLinesOfDiagnosis(
diagnosis,result,{row,state})}function formatLinesOfDiagnosis(diagnosis,result,{row,state:{pastWords}}){let past=pastWords?.[caseKey(row.suiteKey,row.id)];return[
...result.scores===void 0?[formatDiagnosisHeadline(diagnosis)]:[],...listDiagnosisDetails(diagnosis),...past===void 0?[]:[past]]}import{createHash}from"node:crypto";var MAX_NAME_LENGTH=60,INDEX_FILE="index.html";function toCaseFileName({suiteKey,id}){return`cases/${toReportFileName(id,caseKey(suiteKey,id))}`}function toTrendsFileName(suiteKey){
return`trends/${toReportFileName(suiteKey,suiteKey)}`}function toReportFileName(name,key){return`${name.replaceAll(/[^\p{L}\p{N}._-]+/gu,"_").slice(0,MAX_NAME_LENGTH).
toWellFormed()}-${createHash("sha256").update(key).digest("hex").slice(0,8)}.html`}function toFileUrl(file){return file.split("/").map(encodeURIComponent).join(
"/")}function*readReportedCases(rows,resultsOf){for(let row of rows){let results=new Map(resultsOf(row).map(result=>[result.attempt,result])),[first,...others]=row.attempts.
map(attempt=>results.get(attempt.attempt)??toUnfinishedCase(row,attempt));first!==void 0&&(yield{row,status:getRowStatus(row),attempts:[first,...others]})}}function getRowStatus(row){
return computeCaseStatus(row.attempts)}function isFailedAndCounted(row){return!isExcluded(row)&&isFailing(getRowStatus(row))}function countCases(rows){return countStatuses(
rows.filter(row=>!isExcluded(row)).map(getRowStatus))}function toUnfinishedCase(row,{attempt,reason,startedAt,durationMs}){return{id:row.id,name:row.name,kind:row.kind,attempt,status:"skipped",reason:reason??"not f\
inished",startedAt:startedAt??0,durationMs:durationMs??0,assertions:[],toolCalls:[]}}function formatVerdictLine(state){let counts=countCases(state.rows),bad=countNotPassed(counts),counting=state.rows.filter(row=>!isExcluded(row)).length,setAside=describeExcluded(
state.rows),parts=[`${counts.passed} of ${formatCountWithNoun(counting,"case")} passed`,...["failed","error","timeout","skipped"].filter(status=>counts[status]>
0).map(status=>`${counts[status]} ${status==="skipped"?formatOutcomeWord(status,state).toLowerCase():status}`),...setAside===void 0?[]:[formatInlineCode(setAside,
1e3)]];return`**${formatHeadline(state,bad)}** \xB7 ${parts.join(" \xB7 ")}`}function formatHeadline({status,exitCode,reason,rows},bad){return status==="cancell\
ed"||status==="interrupted"?`\u26A0\uFE0F ${status==="cancelled"?"Cancelled":"Interrupted"}`:rows.length===0?"\u26A0\uFE0F Nothing was run":exitCode!==0?"\u274C Fail\
ed":bad===0||reason===void 0?"\u2705 Passed":`\u2705 Passed: ${reason.replace(/: [^:]*$/,"")}`}var MAX_COMMENT_LENGTH=6e4,MAX_LISTED_CASES2=20,MAX_EXPLAINED_FAILURES=10,MAX_LINKED_SUITES=5,MAX_ANSWER_LENGTH=1500;function formatPullRequestComment({state,resultsOf,
compared,links,site}){let head=[`### ${formatVerdictLine(state)}
`,compared===void 0?"":describeComparisonChanges(compared.comparison),formatReasonLine(state),formatFiguresTable(state,compared),...compared===void 0?[]:formatChangeLists(
compared.comparison)],foot=formatLinksLine([...links,...buildSiteLinks(state,site)]);return joinWithinCommentLimit([...head.filter(part=>part!==""),...formatFailureExplanations(
{state,resultsOf,site})],foot)}function formatMissingRunComment(exitCode,output,links){let last=output.trim().split(`
`).slice(-20).join(`
`);return[`### \u274C Nothing was run: turntree ended with exit code ${exitCode}
`,...last===""?[]:[formatFencedValue(last)],formatLinksLine(links)].join(`
`)}function describeComparisonChanges(comparison){let{counts,regressed}=comparison,failing=comparison.cases.filter(isNewAndFailing).length,parts=[describeComparisonVerdict(
isRegression(computeRateChange(comparison)),regressed),...failing===0?[]:[`${formatCountWithNoun(failing,"new case")} failed`],`${counts.fixed} fixed`,`${counts.
same} same`];return`**${parts[0]}** \xB7 ${parts.slice(1).join(" \xB7 ")}
`}function formatReasonLine(state){let{reason,exitCode}=state;return reason===void 0||exitCode===0||formatVerdictLine(state).includes(reason)?"":`Reason: ${formatCodeSpan(
reason,500)}
`}function formatFiguresTable(state,compared){let{counts,usage}=state,trials=countJudgedTrials(state),rate=computePassRate(counts),judged=countJudged(counts),plain=rate===
null?"nothing was judged":`${formatDecimalPercent(rate)} (${counts.passed} of ${judged})`,{low,high}=computePassRateInterval(trials),band=trials.length===0?"":`\
, likely ${formatDecimalPercent(low)} to ${formatDecimalPercent(high)} (95% confidence)`,cost=computeTotalCost(usage),rows=[["Pass rate",`${formatBothRates(counts,
countRunFaults(state))??plain}${band}`],...compared===void 0?[]:[[`Since ${formatCodeSpan(compared.branch)}`,describeRateChange(computeRateChange(compared.comparison))]],
...cost===void 0?[]:[["Cost",formatCost(cost,state.options?.currency)]]];return formatTable(["Measure","This run"],rows)}function formatChangeLists({cases}){return[
["New failures, by more than chance",({change})=>change==="newly_failing"],["Perhaps chance: better last time",({change,regressed})=>regressed&&change!=="newly_\
failing"],["New cases that failed",isNewAndFailing],["Fixed",({change})=>change==="fixed"]].flatMap(([title,belongs])=>{let entries=cases.filter(belongs);if(entries.
length===0)return[];let lines=entries.slice(0,MAX_LISTED_CASES2).map(entry=>`- ${formatChangedCaseLine(entry)}
`),more=entries.length>MAX_LISTED_CASES2?`- ${entries.length-MAX_LISTED_CASES2} more in the report
`:"";return[`**${title} (${entries.length})**

${lines.join("")}${more}`]})}function isNewAndFailing({change,after}){return change==="added"&&after!==void 0&&isFailing(after.status)}function formatChangedCaseLine({
id,name,edited,before,after}){let title=name===void 0||name===id?"":` ${formatCodeSpan(name)}`,was=before===void 0?"":`${formatStatusWithCounts(before)} \u2192 `;
return`${formatCodeSpan(id)}${title}: ${was}${formatStatusWithCounts(after)}${edited?" (edited)":""}`}function*formatFailureExplanations({state,resultsOf,site}){
let failing=state.rows.filter(isFailedAndCounted);for(let reported of readReportedCases(failing.slice(0,MAX_EXPLAINED_FAILURES),resultsOf))yield formatFailureExplanation(
reported,{state,site});failing.length>MAX_EXPLAINED_FAILURES&&(yield`${formatCountWithNoun(failing.length-MAX_EXPLAINED_FAILURES,"more failure")} in the report.\

`)}function formatFailureExplanation({row,status,attempts},{state,site}){let bad=attempts.find(attempt=>isFailing(attempt.status))??attempts[0],why=formatDiagnosisLines(
bad,row,state),ending=bad.error??bad.reason,lines=ending===void 0||why.some(line=>line.includes(ending))?why:[...why,ending],answer=findLastAnswer(bad),parts=[...lines.
length===0?[]:[formatFencedValue(shortenForComment(lines.join(`
`)))],...site===void 0?[]:[`[The conversation](${site}${toFileUrl(toCaseFileName(row))})
`],...answer===void 0?[]:[`The last answer:

${formatFencedValue(shortenForComment(answer))}`]];return`<details>
<summary>${status}: ${formatSummaryElement(row.id)}</summary>

${parts.join(`
`)}
</details>
`}function buildSiteLinks({suites},site){if(site===void 0)return[];let trends=suites.slice(0,MAX_LINKED_SUITES).map(({key},index)=>({text:`Trends${suites.length===
1?"":` ${index+1}`}`,url:`${site}${toFileUrl(toTrendsFileName(key))}`}));return[{text:"All cases",url:`${site}${INDEX_FILE}`},...trends]}function findLastAnswer({
turns=[],output}){let text=turns.findLast(({response})=>response?.content)?.response?.content;return text!==void 0?text:typeof output=="string"&&output!==""?output:
void 0}function shortenForComment(text){return text.length<=MAX_ANSWER_LENGTH?text:`${text.slice(0,MAX_ANSWER_LENGTH).toWellFormed()}\u2026`}function formatSummaryElement(text){
return`<code>${shortenText(text,200).replaceAll(/[^\w ,-]/gu,character=>`&#${character.codePointAt(0)};`)}</code>`}function formatLinksLine(links){return`${links.
map(({text,url:url2})=>`[${text}](${url2})`).join(" \xB7 ")}
`}function joinWithinCommentLimit(parts,foot){let lines=[],room=MAX_COMMENT_LENGTH-foot.length;for(let part of parts){if(room-=part.length+1,room<0)return[...lines,
`More is in the report.
`,foot].join(`
`);lines.push(part)}return[...lines,foot].join(`
`)}function createUnguessableText(){return Array.from({length:4},()=>Math.random().toString(36).slice(2)).join("")}var COMMAND_MARK=`\x1B${createUnguessableText()}::`;function formatWorkflowCommand({severity,file,line,column,title,message}){let properties=Object.entries({file,
line,col:column,title}).filter(([,value])=>value!==void 0).map(([name,value])=>`${name}=${escapeCommandProperty(String(value))}`),list=properties.length===0?"":
` ${properties.join(",")}`;return`::${severity}${list}::${escapeCommandData(message)}`}function escapeCommandData(text){return text.replaceAll(/##(vso|teamcity)?\[/g,
"##$1\\[").replaceAll("%","%25").replaceAll("\r","%0D").replaceAll(`
`,"%0A")}function escapeCommandProperty(text){return escapeCommandData(text).replaceAll(":","%3A").replaceAll(",","%2C")}function toAttemptRow(result){return{attempt:result.attempt,status:result.status,turns:0,...toFinishedRowFields(result)}}function toCamelCaseKeys(fields){let entries=Object.entries(fields);return Object.fromEntries(entries.map(([key,value])=>[key.replaceAll(/_(\w)/g,(_,letter)=>letter.
toUpperCase()),value]))}var entrySchema=looseObject({id:string2(),suite:string2().optional(),hash:string2().optional(),run_details:array(looseObject({run:int().positive()})).optional()});
function parseReportedResult(entry,startedAt){let{id,suite,hash="",run_details:details}=entrySchema.parse(entry),singles=details??[{...entrySchema.parse(entry),
run:1}];return{id,hash,suite,attempts:singles.map(single=>caseResultSchema.parse(normalizeAttempt(single,startedAt)))}}function normalizeAttempt(single,startedAt){
let{run,durationMs=0,toolCalls=[],...rest}=toCamelCaseKeys(single);return{...rest,attempt:run,startedAt,durationMs,samples:normalizeList(rest.samples,sample=>normalizeSample(
sample,startedAt)),scores:normalizeList(rest.scores),assertions:normalizeList(rest.assertions)??[],inferred:normalizeList(rest.inferred),toolCalls:normalizeList(
toolCalls),interrupts:normalizeList(rest.interrupts),usage:normalizeUsage(rest.usage),unjudged:isJsonObject(rest.unjudged)?toCamelCaseKeys(rest.unjudged):void 0,
turns:normalizeList(rest.turns,turn=>normalizeTurn(turn,{hasInput:rest.input!==void 0,startedAt})),checkpoints:normalizeList(rest.checkpoints,({outOfOrder=[],...checkpoint})=>({
after:[],outOfOrderAtTurns:outOfOrder,...checkpoint}))}}function normalizeTurn({response,interrupts,...turn},{hasInput,startedAt}){return{startedAt,durationMs:0,
origin:turn.turn===1&&hasInput?"case":"simulator",checkpointsReached:[],...withoutUndefined({interrupts:normalizeList(interrupts)}),...turn,...isJsonObject(response)?
{response:normalizeResponse(toCamelCaseKeys(response))}:{}}}function normalizeResponse({toolCalls=[],...rest}){return{...rest,toolCalls:normalizeList(toolCalls)??
[]}}function normalizeSample(sample,startedAt){let{toolCalls,usage,...rest}=sample,camelUsage=isJsonObject(usage)?toCamelCaseKeys(usage):void 0;return withoutUndefined(
{startedAt,...rest,toolCalls:normalizeList(toolCalls),usage:camelUsage})}function normalizeUsage(usage){if(isJsonObject(usage))return Object.fromEntries(Object.
entries(usage).map(([role,roleUsage])=>[role,isJsonObject(roleUsage)?toCamelCaseKeys(roleUsage):roleUsage]))}function normalizeList(value,read=entry=>entry){if(Array.
isArray(value))return value.map(entry=>isJsonObject(entry)?read(toCamelCaseKeys(entry)):entry)}function parseWithCamelCaseKeys(part){return preprocess(value=>isJsonObject(value)?toCamelCaseKeys(value):value,part)}var summarySchema2=looseObject({agent_id:string2().
default(""),connector:string2().optional(),runs_per_case:int().positive().default(1),outcome:_enum(["passed","failed","cancelled","interrupted","running","pendi\
ng"]).optional(),exit_code:int().nullish(),reason:string2().optional(),answer_paths:array(parseWithCamelCaseKeys(answerPathSchema)).optional()}),metadataSchema=looseObject(
{run_id:string2().default(""),started_at:string2().optional(),completed_at:string2().optional(),version:string2().optional(),input_file:string2().default(""),git_commit:string2().
optional(),suites:array(parseWithCamelCaseKeys(suiteSchema)).optional(),options:looseObject({group_by:array(string2()).optional(),auto_runs:runOptionsSchema.shape.
autoRuns,retries:runOptionsSchema.shape.retries,shard:runOptionsSchema.shape.shard}).optional()}),documentSchema=object({summary:summarySchema2.optional(),environment:parseWithCamelCaseKeys(
environmentSchema).optional(),results:array(unknown()),skipped:array(unknown()).default([]),quarantined:array(unknown()).default([]),metadata:metadataSchema}),lineSchema=looseObject(
{type:_enum(["start","result","stability","summary"])}),startLineSchema=looseObject({timestamp:string2().optional(),run_id:string2().default(""),shard:runOptionsSchema.
shape.shard});function parseReport(text){let document=text.trimStart().startsWith('{"type"')?parseJsonLinesReport(text):parseJson(text,550);return toStoredReport(
documentSchema.parse(document))}function parseJsonLinesReport(text){let rawLines=text.split(`
`).filter(line=>line.trim()!==""),lines=(text.endsWith(`
`)||tryParseJson(rawLines.at(-1)??"",550)!==void 0?rawLines:rawLines.slice(0,-1)).map(line=>lineSchema.parse(parseJson(line,550))),start=startLineSchema.parse(lines.
find(({type})=>type==="start")??{}),results=lines.filter(({type})=>type==="result"||type==="stability");return{summary:lines.find(({type})=>type==="summary"),results:results.
map(({type,...result})=>result),metadata:{...start,started_at:start.timestamp,options:{shard:start.shard}}}}function toStoredReport({summary,environment,results,
skipped,quarantined,metadata}){let startedAt=parseTime(metadata.started_at)??0,entries=[...results,...skipped,...quarantined].map(entry=>parseReportedResult(entry,
startedAt)),suites=metadata.suites??[{key:metadata.input_file,agentId:summary?.agent_id??""}],keyed=entries.map(entry=>({...entry,suite:entry.suite??suites[0]?.
key??""})),all=entries.flatMap(({attempts})=>attempts),byCase=new Map(keyed.map(({suite,id,attempts})=>[caseKey(suite,id),attempts]));return{resultsOf:row=>byCase.
get(caseKey(row.suiteKey,row.id))??[],state:{...emptyRunState(metadata.run_id),status:summary?.outcome??"interrupted",startedAt,finishedAt:parseTime(metadata.completed_at),
exitCode:summary?.exit_code??void 0,reason:summary?.reason,environment,toolVersion:metadata.version,gitCommit:metadata.git_commit,suites,options:toRunOptions({summary,
metadata,all}),rows:keyed.map(toCaseRow),counts:countAttempts(all),faults:countFaults(all),...summary?.answer_paths===void 0?{}:{answerPaths:summary.answer_paths},
usage:all.reduce((sum,{usage})=>addUsageByRole(sum,usage),{})}}}function toRunOptions({summary,metadata,all}){return{input:metadata.input_file,attempts:Math.max(
summary?.runs_per_case??1,...all.map(({attempt})=>attempt)),parallel:1,failFast:!1,timeoutMs:1,connector:summary?.connector||void 0,groupBy:metadata.options?.group_by,
autoRuns:metadata.options?.auto_runs,retries:metadata.options?.retries,shard:metadata.options?.shard}}function toCaseRow({id,suite,hash,attempts}){let[first]=attempts;
return{...{suiteKey:suite,id,hash,kind:first?.kind??"standard",name:first?.name,tags:first?.tags,setAside:toExclusionOfCase(first?.setAside??null),test:first?.test,
metadata:isJsonObject(first?.metadata)?first.metadata:void 0,range:first?.scores?.find(score=>score.range!==void 0)?.range},attempts:attempts.map(toAttemptRow)}}
function parseTime(text){let time2=text===void 0?Number.NaN:Date.parse(text);return Number.isNaN(time2)?void 0:time2}var ActionError=class extends Error{name="ActionError"};function requireVariable({variables},name){let value=variables[name];if(value!==void 0&&value!=="")return value;
throw new ActionError(`${name} is not set: this program runs only as a step of GitHub Actions (action.yml)`)}import{createHash as createHash2}from"node:crypto";import{readdirSync,readFileSync}from"node:fs";import path from"node:path";import{createRequire}from"module";var require2=createRequire("/"),_a3,Worker,isMarkedAsUntransferable;try{_a3=require2("worker_threads"),Worker=_a3.Worker,isMarkedAsUntransferable=_a3.isMarkedAsUntransferable}catch{}var u8=Uint8Array,u16=Uint16Array,i32=Int32Array,fleb=new u8([0,0,0,0,0,0,0,0,1,1,1,1,2,2,2,2,3,3,3,3,4,4,4,4,5,5,5,5,0,0,0,0]),fdeb=new u8([0,0,0,0,1,1,2,2,3,3,
4,4,5,5,6,6,7,7,8,8,9,9,10,10,11,11,12,12,13,13,0,0]),clim=new u8([16,17,18,0,8,7,9,6,10,5,11,4,12,3,13,2,14,1,15]),freb=function(eb,start){for(var b=new u16(31),
i2=0;i2<31;++i2)b[i2]=start+=1<<eb[i2-1];for(var r=new i32(b[30]),i2=1;i2<30;++i2)for(var j=b[i2];j<b[i2+1];++j)r[j]=j-b[i2]<<5|i2;return{b,r}},_a3=freb(fleb,2),
fl=_a3.b,revfl=_a3.r;fl[28]=258,revfl[258]=28;var _b=freb(fdeb,0),fd=_b.b,revfd=_b.r,rev=new u16(32768);for(i=0;i<32768;++i)x=(i&43690)>>1|(i&21845)<<1,x=(x&52428)>>
2|(x&13107)<<2,x=(x&61680)>>4|(x&3855)<<4,rev[i]=((x&65280)>>8|(x&255)<<8)>>1;var x,i,hMap=(function(cd,mb,r){for(var s=cd.length,i2=0,l=new u16(mb);i2<s;++i2)cd[i2]&&
++l[cd[i2]-1];var le=new u16(mb);for(i2=1;i2<mb;++i2)le[i2]=le[i2-1]+l[i2-1]<<1;var co;if(r){co=new u16(1<<mb);var rvb=15-mb;for(i2=0;i2<s;++i2)if(cd[i2])for(var sv=i2<<
4|cd[i2],r_1=mb-cd[i2],v=le[cd[i2]-1]++<<r_1,m=v|(1<<r_1)-1;v<=m;++v)co[rev[v]>>rvb]=sv}else for(co=new u16(s),i2=0;i2<s;++i2)cd[i2]&&(co[i2]=rev[le[cd[i2]-1]++]>>
15-cd[i2]);return co}),flt=new u8(288);for(i=0;i<144;++i)flt[i]=8;var i;for(i=144;i<256;++i)flt[i]=9;var i;for(i=256;i<280;++i)flt[i]=7;var i;for(i=280;i<288;++i)
flt[i]=8;var i,fdt=new u8(32);for(i=0;i<32;++i)fdt[i]=5;var i,flm=hMap(flt,9,0),flrm=hMap(flt,9,1),fdm=hMap(fdt,5,0),fdrm=hMap(fdt,5,1),max=function(a){for(var m=a[0],
i2=1;i2<a.length;++i2)a[i2]>m&&(m=a[i2]);return m},bits=function(d,p,m){var o=p/8|0;return(d[o]|d[o+1]<<8)>>(p&7)&m},bits16=function(d,p){var o=p/8|0;return(d[o]|
d[o+1]<<8|d[o+2]<<16)>>(p&7)},shft=function(p){return(p+7)/8|0},slc=function(v,s,e){return(s==null||s<0)&&(s=0),(e==null||e>v.length)&&(e=v.length),new u8(v.subarray(
s,e))};var ec=["unexpected EOF","invalid block type","invalid length/literal","invalid distance","stream finished","no stream handler",,"no callback","invalid UTF-8 da\
ta","extra field too long","date not in range 1980-2099","filename too long","stream finishing","invalid zip data"],err=function(ind,msg,nt){var e=new Error(msg||
ec[ind]);if(e.code=ind,Error.captureStackTrace&&Error.captureStackTrace(e,err),!nt)throw e;return e},inflt=function(dat,st,buf,dict){var sl=dat.length,dl=dict?dict.
length:0;if(!sl||st.f&&!st.l)return buf||new u8(0);var noBuf=!buf,resize=noBuf||st.i!=2,noSt=st.i;noBuf&&(buf=new u8(sl*3));var cbuf=function(l2){var bl=buf.length;
if(l2>bl){var nbuf=new u8(Math.max(bl*2,l2));nbuf.set(buf),buf=nbuf}},final=st.f||0,pos=st.p||0,bt=st.b||0,lm=st.l,dm=st.d,lbt=st.m,dbt=st.n,tbts=sl*8;do{if(!lm){
final=bits(dat,pos,1);var type=bits(dat,pos+1,3);if(pos+=3,type)if(type==1)lm=flrm,dm=fdrm,lbt=9,dbt=5;else if(type==2){var hLit=bits(dat,pos,31)+257,hcLen=bits(
dat,pos+10,15)+4,tl=hLit+bits(dat,pos+5,31)+1;pos+=14;for(var ldt=new u8(tl),clt=new u8(19),i2=0;i2<hcLen;++i2)clt[clim[i2]]=bits(dat,pos+i2*3,7);pos+=hcLen*3;for(var clb=max(
clt),clbmsk=(1<<clb)-1,clm=hMap(clt,clb,1),i2=0;i2<tl;){var r=clm[bits(dat,pos,clbmsk)];pos+=r&15;var s=r>>4;if(s<16)ldt[i2++]=s;else{var c=0,n=0;for(s==16?(n=3+
bits(dat,pos,3),pos+=2,c=ldt[i2-1]):s==17?(n=3+bits(dat,pos,7),pos+=3):s==18&&(n=11+bits(dat,pos,127),pos+=7);n--;)ldt[i2++]=c}}var lt=ldt.subarray(0,hLit),dt=ldt.
subarray(hLit);lbt=max(lt),dbt=max(dt),lm=hMap(lt,lbt,1),dm=hMap(dt,dbt,1)}else err(1);else{var s=shft(pos)+4,l=dat[s-4]|dat[s-3]<<8,t=s+l;if(t>sl){noSt&&err(0);
break}resize&&cbuf(bt+l),buf.set(dat.subarray(s,t),bt),st.b=bt+=l,st.p=pos=t*8,st.f=final;continue}if(pos>tbts){noSt&&err(0);break}}resize&&cbuf(bt+131072);for(var lms=(1<<
lbt)-1,dms=(1<<dbt)-1,lpos=pos;;lpos=pos){var c=lm[bits16(dat,pos)&lms],sym=c>>4;if(pos+=c&15,pos>tbts){noSt&&err(0);break}if(c||err(2),sym<256)buf[bt++]=sym;else if(sym==
256){lpos=pos,lm=null;break}else{var add=sym-254;if(sym>264){var i2=sym-257,b=fleb[i2];add=bits(dat,pos,(1<<b)-1)+fl[i2],pos+=b}var d=dm[bits16(dat,pos)&dms],dsym=d>>
4;d||err(3),pos+=d&15;var dt=fd[dsym];if(dsym>3){var b=fdeb[dsym];dt+=bits16(dat,pos)&(1<<b)-1,pos+=b}if(pos>tbts){noSt&&err(0);break}resize&&cbuf(bt+131072);var end=bt+
add;if(bt<dt){var shift=dl-dt,dend=Math.min(dt,end);for(shift+bt<0&&err(3);bt<dend;++bt)buf[bt]=dict[shift+bt]}for(;bt<end;++bt)buf[bt]=buf[bt-dt]}}st.l=lm,st.p=
lpos,st.b=bt,st.f=final,lm&&(final=1,st.m=lbt,st.d=dm,st.n=dbt)}while(!final);return bt!=buf.length&&noBuf?slc(buf,0,bt):buf.subarray(0,bt)},wbits=function(d,p,v){
v<<=p&7;var o=p/8|0;d[o]|=v,d[o+1]|=v>>8},wbits16=function(d,p,v){v<<=p&7;var o=p/8|0;d[o]|=v,d[o+1]|=v>>8,d[o+2]|=v>>16},hTree=function(d,mb){for(var t=[],i2=0;i2<
d.length;++i2)d[i2]&&t.push({s:i2,f:d[i2]});var s=t.length,t2=t.slice();if(!s)return{t:et,l:0};if(s==1){var v=new u8(t[0].s+1);return v[t[0].s]=1,{t:v,l:1}}t.sort(
function(a,b){return a.f-b.f}),t.push({s:-1,f:25001});var l=t[0],r=t[1],i0=0,i1=1,i22=2;for(t[0]={s:-1,f:l.f+r.f,l,r};i1!=s-1;)l=t[t[i0].f<t[i22].f?i0++:i22++],
r=t[i0!=i1&&t[i0].f<t[i22].f?i0++:i22++],t[i1++]={s:-1,f:l.f+r.f,l,r};for(var maxSym=t2[0].s,i2=1;i2<s;++i2)t2[i2].s>maxSym&&(maxSym=t2[i2].s);var tr=new u16(maxSym+
1),mbt=ln(t[i1-1],tr,0);if(mbt>mb){var i2=0,dt=0,lft=mbt-mb,cst=1<<lft;for(t2.sort(function(a,b){return tr[b.s]-tr[a.s]||a.f-b.f});i2<s;++i2){var i2_1=t2[i2].s;
if(tr[i2_1]>mb)dt+=cst-(1<<mbt-tr[i2_1]),tr[i2_1]=mb;else break}for(dt>>=lft;dt>0;){var i2_2=t2[i2].s;tr[i2_2]<mb?dt-=1<<mb-tr[i2_2]++-1:++i2}for(;i2>=0&&dt;--i2){
var i2_3=t2[i2].s;tr[i2_3]==mb&&(--tr[i2_3],++dt)}mbt=mb}return{t:new u8(tr),l:mbt}},ln=function(n,l,d){return n.s==-1?Math.max(ln(n.l,l,d+1),ln(n.r,l,d+1)):l[n.
s]=d},lc=function(c){for(var s=c.length;s&&!c[--s];);for(var cl=new u16(++s),cli=0,cln=c[0],cls=1,w=function(v){cl[cli++]=v},i2=1;i2<=s;++i2)if(c[i2]==cln&&i2!=
s)++cls;else{if(!cln&&cls>2){for(;cls>138;cls-=138)w(32754);cls>2&&(w(cls>10?cls-11<<5|28690:cls-3<<5|12305),cls=0)}else if(cls>3){for(w(cln),--cls;cls>6;cls-=6)
w(8304);cls>2&&(w(cls-3<<5|8208),cls=0)}for(;cls--;)w(cln);cls=1,cln=c[i2]}return{c:cl.subarray(0,cli),n:s}},clen=function(cf,cl){for(var l=0,i2=0;i2<cl.length;++i2)
l+=cf[i2]*cl[i2];return l},wfblk=function(out,pos,dat){var s=dat.length,o=shft(pos+2);out[o]=s&255,out[o+1]=s>>8,out[o+2]=out[o]^255,out[o+3]=out[o+1]^255;for(var i2=0;i2<
s;++i2)out[o+i2+4]=dat[i2];return(o+4+s)*8},wblk=function(dat,out,final,syms,lf,df,eb,li,bs,bl,p){wbits(out,p++,final),++lf[256];for(var _a4=hTree(lf,15),dlt=_a4.
t,mlb=_a4.l,_b2=hTree(df,15),ddt=_b2.t,mdb=_b2.l,_c=lc(dlt),lclt=_c.c,nlc=_c.n,_d=lc(ddt),lcdt=_d.c,ndc=_d.n,lcfreq=new u16(19),i2=0;i2<lclt.length;++i2)++lcfreq[lclt[i2]&
31];for(var i2=0;i2<lcdt.length;++i2)++lcfreq[lcdt[i2]&31];for(var _e=hTree(lcfreq,7),lct=_e.t,mlcb=_e.l,nlcc=19;nlcc>4&&!lct[clim[nlcc-1]];--nlcc);var flen=bl+
5<<3,ftlen=clen(lf,flt)+clen(df,fdt)+eb,dtlen=clen(lf,dlt)+clen(df,ddt)+eb+14+3*nlcc+clen(lcfreq,lct)+2*lcfreq[16]+3*lcfreq[17]+7*lcfreq[18];if(bs>=0&&flen<=ftlen&&
flen<=dtlen)return wfblk(out,p,dat.subarray(bs,bs+bl));var lm,ll,dm,dl;if(wbits(out,p,1+(dtlen<ftlen)),p+=2,dtlen<ftlen){lm=hMap(dlt,mlb,0),ll=dlt,dm=hMap(ddt,mdb,
0),dl=ddt;var llm=hMap(lct,mlcb,0);wbits(out,p,nlc-257),wbits(out,p+5,ndc-1),wbits(out,p+10,nlcc-4),p+=14;for(var i2=0;i2<nlcc;++i2)wbits(out,p+3*i2,lct[clim[i2]]);
p+=3*nlcc;for(var lcts=[lclt,lcdt],it=0;it<2;++it)for(var clct=lcts[it],i2=0;i2<clct.length;++i2){var len=clct[i2]&31;wbits(out,p,llm[len]),p+=lct[len],len>15&&
(wbits(out,p,clct[i2]>>5&127),p+=clct[i2]>>12)}}else lm=flm,ll=flt,dm=fdm,dl=fdt;for(var i2=0;i2<li;++i2){var sym=syms[i2];if(sym>255){var len=sym>>18&31;wbits16(
out,p,lm[len+257]),p+=ll[len+257],len>7&&(wbits(out,p,sym>>23&31),p+=fleb[len]);var dst=sym&31;wbits16(out,p,dm[dst]),p+=dl[dst],dst>3&&(wbits16(out,p,sym>>5&8191),
p+=fdeb[dst])}else wbits16(out,p,lm[sym]),p+=ll[sym]}return wbits16(out,p,lm[256]),p+ll[256]},deo=new i32([65540,131080,131088,131104,262176,1048704,1048832,2114560,
2117632]),et=new u8(0),dflt=function(dat,lvl,plvl,pre,post,st){var s=st.z||dat.length,o=new u8(pre+s+5*(1+Math.ceil(s/7e3))+post),w=o.subarray(pre,o.length-post),
lst=st.l,pos=(st.r||0)&7;if(lvl){pos&&(w[0]=st.r>>3);for(var opt=deo[lvl-1],n=opt>>13,c=opt&8191,msk_1=(1<<plvl)-1,prev=st.p||new u16(32768),head=st.h||new u16(
msk_1+1),bs1_1=Math.ceil(plvl/3),bs2_1=2*bs1_1,hsh=function(i3){return(dat[i3]^dat[i3+1]<<bs1_1^dat[i3+2]<<bs2_1)&msk_1},syms=new i32(25e3),lf=new u16(288),df=new u16(
32),lc_1=0,eb=0,i2=st.i||0,li=0,wi=st.w||0,bs=0;i2+2<s;++i2){var hv=hsh(i2),imod=i2&32767,pimod=head[hv];if(prev[imod]=pimod,head[hv]=imod,wi<=i2){var rem=s-i2;
if((lc_1>7e3||li>24576)&&(rem>423||!lst)){pos=wblk(dat,w,0,syms,lf,df,eb,li,bs,i2-bs,pos),li=lc_1=eb=0,bs=i2;for(var j=0;j<286;++j)lf[j]=0;for(var j=0;j<30;++j)
df[j]=0}var l=2,d=0,ch_1=c,dif=imod-pimod&32767;if(rem>2&&hv==hsh(i2-dif))for(var maxn=Math.min(n,rem)-1,maxd=Math.min(32767,i2),ml=Math.min(258,rem);dif<=maxd&&
--ch_1&&imod!=pimod;){if(dat[i2+l]==dat[i2+l-dif]){for(var nl=0;nl<ml&&dat[i2+nl]==dat[i2+nl-dif];++nl);if(nl>l){if(l=nl,d=dif,nl>maxn)break;for(var mmd=Math.min(
dif,nl-2),md=0,j=0;j<mmd;++j){var ti=i2-dif+j&32767,pti=prev[ti],cd=ti-pti&32767;cd>md&&(md=cd,pimod=ti)}}}imod=pimod,pimod=prev[imod],dif+=imod-pimod&32767}if(d){
syms[li++]=268435456|revfl[l]<<18|revfd[d];var lin=revfl[l]&31,din=revfd[d]&31;eb+=fleb[lin]+fdeb[din],++lf[257+lin],++df[din],wi=i2+l,++lc_1}else syms[li++]=dat[i2],
++lf[dat[i2]]}}for(i2=Math.max(i2,wi);i2<s;++i2)syms[li++]=dat[i2],++lf[dat[i2]];pos=wblk(dat,w,lst,syms,lf,df,eb,li,bs,i2-bs,pos),lst||(st.r=pos&7|w[pos/8|0]<<
3,pos-=7,st.h=head,st.p=prev,st.i=i2,st.w=wi)}else{for(var i2=st.w||0;i2<s+lst;i2+=65535){var e=i2+65535;e>=s&&(w[pos/8|0]=lst,e=s),pos=wfblk(w,pos+1,dat.subarray(
i2,e))}st.i=s}return slc(o,0,pre+shft(pos)+post)},crct=(function(){for(var t=new Int32Array(256),i2=0;i2<256;++i2){for(var c=i2,k=9;--k;)c=(c&1&&-306674912)^c>>>
1;t[i2]=c}return t})(),crc=function(){var c=-1;return{p:function(d){for(var cr=c,i2=0;i2<d.length;++i2)cr=crct[cr&255^d[i2]]^cr>>>8;c=cr},d:function(){return~c}}};var dopt=function(dat,opt,pre,post,st){if(!st&&(st={l:1},opt.dictionary)){var dict=opt.dictionary.subarray(-32768),newDat=new u8(dict.length+dat.length);newDat.
set(dict),newDat.set(dat,dict.length),dat=newDat,st.w=dict.length}return dflt(dat,opt.level==null?6:opt.level,opt.mem==null?st.l?Math.ceil(Math.max(8,Math.min(13,
Math.log(dat.length)))*1.5):20:12+opt.mem,pre,post,st)},mrg=function(a,b){var o={};for(var k in a)o[k]=a[k];for(var k in b)o[k]=b[k];return o};var b2=function(d,b){return d[b]|d[b+1]<<8},b4=function(d,b){return(d[b]|d[b+1]<<8|d[b+2]<<16|d[b+3]<<24)>>>0},b8=function(d,b){return b4(d,b)+b4(d,b+4)*4294967296},
wbytes=function(d,b,v){for(;v;++b)d[b]=v,v>>>=8};function deflateSync(data,opts){return dopt(data,opts||{},0,0)}function inflateSync(data,opts){return inflt(data,{i:2},opts&&opts.out,opts&&opts.dictionary)}var fltn=function(d,p,t,o){for(var k in d){var val=d[k],n=p+k,op=o;Array.isArray(val)&&(op=mrg(o,val[1]),val=val[0]),ArrayBuffer.isView(val)?t[n]=[val,op]:(t[n+=
"/"]=[new u8(0),op],fltn(val,n,t,o))}},te=typeof TextEncoder<"u"&&new TextEncoder,td=typeof TextDecoder<"u"&&new TextDecoder,tds=0;try{td.decode(et,{stream:!0}),
tds=1}catch{}var dutf8=function(d){for(var r="",i2=0;;){var c=d[i2++],eb=(c>127)+(c>223)+(c>239);if(i2+eb>d.length)return{s:r,r:slc(d,i2-1)};eb?eb==3?(c=((c&15)<<
18|(d[i2++]&63)<<12|(d[i2++]&63)<<6|d[i2++]&63)-65536,r+=String.fromCharCode(55296|c>>10,56320|c&1023)):eb&1?r+=String.fromCharCode((c&31)<<6|d[i2++]&63):r+=String.
fromCharCode((c&15)<<12|(d[i2++]&63)<<6|d[i2++]&63):r+=String.fromCharCode(c)}};function strToU8(str,latin1){if(latin1){for(var ar_1=new u8(str.length),i2=0;i2<str.length;++i2)ar_1[i2]=str.charCodeAt(i2);return ar_1}if(te)return te.encode(str);
for(var l=str.length,ar=new u8(str.length+(str.length>>1)),ai=0,w=function(v){ar[ai++]=v},i2=0;i2<l;++i2){if(ai+5>ar.length){var n=new u8(ai+8+(l-i2<<1));n.set(
ar),ar=n}var c=str.charCodeAt(i2);c<128||latin1?w(c):c<2048?(w(192|c>>6),w(128|c&63)):c>55295&&c<57344?(c=65536+(c&1047552)|str.charCodeAt(++i2)&1023,w(240|c>>18),
w(128|c>>12&63),w(128|c>>6&63),w(128|c&63)):(w(224|c>>12),w(128|c>>6&63),w(128|c&63))}return slc(ar,0,ai)}function strFromU8(dat,latin1){if(latin1){for(var r="",
i2=0;i2<dat.length;i2+=16384)r+=String.fromCharCode.apply(null,dat.subarray(i2,i2+16384));return r}else{if(td)return td.decode(dat);var _a4=dutf8(dat),s=_a4.s,r=_a4.
r;return r.length&&err(8),s}}var slzh=function(d,b){return b+30+b2(d,b+26)+b2(d,b+28)},zh=function(d,b,z){var fnl=b2(d,b+28),efl=b2(d,b+30),fn=strFromU8(d.subarray(b+46,b+46+fnl),!(b2(d,b+8)&
2048)),es=b+46+fnl,_a4=z64hs(d,es,efl,z,b4(d,b+20),b4(d,b+24),b4(d,b+42)),sc=_a4[0],su=_a4[1],off=_a4[2];return[b2(d,b+10),sc,su,fn,es+efl+b2(d,b+32),off]},z64hs=function(d,b,l,z,sc,su,off){
var nsc=sc==4294967295,nsu=su==4294967295,noff=off==4294967295,e=b+l,nf=nsc+nsu+noff;if(z&&nf){for(;b+4<e;b+=4+b2(d,b+2))if(b2(d,b)==1)return[nsc?b8(d,b+4+8*nsu):
sc,nsu?b8(d,b+4):su,noff?b8(d,b+4+8*(nsu+nsc)):off,1];z<2&&err(13)}return[sc,su,off,0]},exfl=function(ex){var le=0;if(ex)for(var k in ex){var l=ex[k].length;l>65535&&
err(9),le+=l+4}return le},wzh=function(d,b,f,fn,u,c,ce,co){var fl2=fn.length,ex=f.extra,col=co&&co.length,exl=exfl(ex);wbytes(d,b,ce!=null?33639248:67324752),b+=
4,ce!=null&&(d[b++]=20,d[b++]=f.os),d[b]=20,b+=2,d[b++]=f.flag<<1|(c<0&&8),d[b++]=u&&8,d[b++]=f.compression&255,d[b++]=f.compression>>8;var dt=new Date(f.mtime==
null?Date.now():f.mtime),y=dt.getFullYear()-1980;if((y<0||y>119)&&err(10),wbytes(d,b,y<<25|dt.getMonth()+1<<21|dt.getDate()<<16|dt.getHours()<<11|dt.getMinutes()<<
5|dt.getSeconds()>>1),b+=4,c!=-1&&(wbytes(d,b,f.crc),wbytes(d,b+4,c<0?-c-2:c),wbytes(d,b+8,f.size)),wbytes(d,b+12,fl2),wbytes(d,b+14,exl),b+=16,ce!=null&&(wbytes(
d,b,col),wbytes(d,b+6,f.attrs),wbytes(d,b+10,ce),b+=14),d.set(fn,b),b+=fl2,exl)for(var k in ex){var exf=ex[k],l=exf.length;wbytes(d,b,+k),wbytes(d,b+2,l),d.set(
exf,b+4),b+=4+l}return col&&(d.set(co,b),b+=col),b},wzf=function(o,b,c,d,e){wbytes(o,b,101010256),wbytes(o,b+8,c),wbytes(o,b+10,c),wbytes(o,b+12,d),wbytes(o,b+16,
e)};function zipSync(data,opts){opts||(opts={});var r={},files=[];fltn(data,"",r,opts);var o=0,tot=0;for(var fn in r){var _a4=r[fn],file=_a4[0],p=_a4[1],compression=p.
level==0?0:8,f=strToU8(fn),s=f.length,com=p.comment,m=com&&strToU8(com),ms=m&&m.length,exl=exfl(p.extra);s>65535&&err(11);var d=compression?deflateSync(file,p):
file,l=d.length,c=crc();c.p(file),files.push(mrg(p,{size:file.length,crc:c.d(),c:d,f,m,u:s!=fn.length||m&&com.length!=ms,o,compression})),o+=30+s+exl+l,tot+=76+
2*(s+exl)+(ms||0)+l}for(var out=new u8(tot+22),oe=o,cdl=tot-o,i2=0;i2<files.length;++i2){var f=files[i2];wzh(out,f.o,f,f.f,f.u,f.c.length);var badd=30+f.f.length+
exfl(f.extra);out.set(f.c,f.o+badd),wzh(out,o,f,f.f,f.u,f.c.length,f.o,f.m),o+=16+badd+(f.m?f.m.length:0)}return wzf(out,o,files.length,cdl,oe),out}function unzipSync(data,opts){for(var files={},e=data.length-22;b4(data,e)!=101010256;--e)(!e||data.length-e>65558)&&err(13);var c=b2(data,e+8);if(!c)return{};var o=b4(
data,e+16),z=b4(data,e-20)==117853008;if(z){var ze=b4(data,e-12);z=b4(data,ze)==101075792,z&&(c=b4(data,ze+32),o=b4(data,ze+48))}for(var fltr=opts&&opts.filter,
i2=0;i2<c;++i2){var _a4=zh(data,o,z),c_2=_a4[0],sc=_a4[1],su=_a4[2],fn=_a4[3],no=_a4[4],off=_a4[5],b=slzh(data,off);o=no,(!fltr||fltr({name:fn,size:sc,originalSize:su,
compression:c_2}))&&(c_2?c_2==8?files[fn]=inflateSync(data.subarray(b,b+sc),{out:new u8(su)}):err(14,"unknown compression type "+c_2):files[fn]=slc(data,b,b+sc))}
return files}var REQUEST_TIMEOUT_MS=3e4,GitHubError=class extends Error{name="GitHubError";status;constructor(status,message){super(message),this.status=status}};function isAccessDenied(error2){
return error2 instanceof GitHubError&&[401,403,404].includes(error2.status)}function createGitHubApi({url:url2,token}){return async({method,path:path6,body})=>{
let answer=await fetch(`${url2}${path6}`,{method,headers:{...createApiHeaders(token),...body!==void 0&&{"content-type":"application/json"}},...body!==void 0&&{body:JSON.
stringify(body)},signal:AbortSignal.timeout(REQUEST_TIMEOUT_MS)}),text=await answer.text();if(!answer.ok)throw new GitHubError(answer.status,`${method} ${path6}\
: ${answer.status} ${extractGithubErrorMessage(text)}`);return text===""?void 0:parseJson(text)}}function createApiHeaders(token){return{accept:"application/vnd\
.github+json",authorization:`Bearer ${token}`,"user-agent":"turntree-action","x-github-api-version":"2022-11-28"}}function extractGithubErrorMessage(text){try{let answer=parseJson(
text);if(isJsonObject(answer)&&"message"in answer)return String(answer.message).slice(0,200)}catch{}return text.slice(0,200)}var UPLOAD_TIMEOUT_MS=3e5,MAX_REPORT_BYTES=200*1024*1024,ARTIFACT_SERVICE_PATH="twirp/github.actions.results.api.v1.ArtifactService";async function uploadFolder(folder,name,{
variables}){let{ACTIONS_RESULTS_URL:url2,ACTIONS_RUNTIME_TOKEN:token}=variables;if(url2===void 0||token===void 0)throw new ActionError("this runner has no servi\
ce for artifacts");let callArtifactService=async(method,body)=>{let answer=await fetch(new URL(`${ARTIFACT_SERVICE_PATH}/${method}`,url2),{method:"POST",headers:{
authorization:`Bearer ${token}`,"content-type":"application/json","user-agent":"turntree-action"},body:JSON.stringify({...readJobIds(token),name,...body}),signal:AbortSignal.
timeout(UPLOAD_TIMEOUT_MS)}),text=await answer.text();if(answer.status===409)throw new ActionError(`this run has an artifact "${name}" already: give the step an\
other "name"`);if(!answer.ok)throw new GitHubError(answer.status,`${method}: ${answer.status} ${text.slice(0,200)}`);return parseJson(text)},zip=zipFolder(folder),
created=object({signed_upload_url:url()}).parse(await callArtifactService("CreateArtifact",{version:7,mime_type:"application/zip"})),uploadResponse=await fetch(
created.signed_upload_url,{method:"PUT",headers:{"content-type":"application/zip","x-ms-blob-type":"BlockBlob"},body:new Uint8Array(zip),signal:AbortSignal.timeout(
UPLOAD_TIMEOUT_MS)});if(!uploadResponse.ok)throw new GitHubError(uploadResponse.status,`the storage of artifacts answered ${uploadResponse.status}`);let hash=`s\
ha256:${createHash2("sha256").update(zip).digest("hex")}`,finalized=await callArtifactService("FinalizeArtifact",{size:String(zip.length),hash});return object({
artifact_id:coerce_exports.string()}).parse(finalized).artifact_id}function readJobIds(token){let[,payload=""]=token.split("."),{scp}=object({scp:string2()}).parse(
parseJson(Buffer.from(payload,"base64url").toString("utf8"))),[,run,job]=/(?:^| )Actions\.Results:([^: ]+):([^: ]+)(?: |$)/.exec(scp)??[];if(run===void 0||job===
void 0)throw new ActionError("the token of this job may not upload artifacts");return{workflow_run_backend_id:run,workflow_job_run_backend_id:job}}function zipFolder(folder){
let contents=readdirSync(folder,{recursive:!0,withFileTypes:!0}).filter(entry=>entry.isFile()).map(entry=>{let file=path.join(entry.parentPath,entry.name);return[
path.relative(folder,file).replaceAll("\\","/"),new Uint8Array(readFileSync(file))]});return zipSync(Object.fromEntries(contents),{level:6})}var artifactsSchema=object(
{artifacts:array(object({expired:boolean2(),archive_download_url:url(),workflow_run:object({head_branch:string2().nullable(),repository_id:int(),head_repository_id:int()}).
nullish()}))});async function downloadReportFile(api,{repository,branch,name,file,token}){let route=`/repos/${repository}/actions/artifacts?name=${encodeURIComponent(
name)}&per_page=100`,{artifacts}=artifactsSchema.parse(await api({method:"GET",path:route})),newestArtifact=artifacts.find(({expired,workflow_run:run})=>!expired&&
run?.head_branch===branch&&run.head_repository_id===run.repository_id);if(newestArtifact===void 0)return;let answer=await fetch(newestArtifact.archive_download_url,
{headers:createApiHeaders(token),signal:AbortSignal.timeout(UPLOAD_TIMEOUT_MS)});if(!answer.ok)throw new GitHubError(answer.status,`the artifact ${name}: ${answer.
status}`);let zip=new Uint8Array(await answer.arrayBuffer()),content=unzipSync(zip,{filter:({name:entry,originalSize})=>entry===file&&originalSize<=MAX_REPORT_BYTES})[file];
return content&&new TextDecoder().decode(content)}import{readFileSync as readFileSync2}from"node:fs";var branchSchema=object({ref:string2(),repo:object({full_name:string2()}).nullable()}),pullRequestSchema=object({number:int(),head:branchSchema,base:branchSchema});
function refuseUnsafeEvent({variables}){if(variables.GITHUB_EVENT_NAME==="pull_request_target")throw new ActionError("turntree does not run on pull_request_targ\
et: code of strangers would get the secrets of this repository. Use pull_request.")}function findCommentDestination(host,{comments,token}){let pullRequest=readPullRequest(
host);if(pullRequest===void 0||!comments)return{kind:"nowhere"};let{number:number4,head,base}=pullRequest,createSummaryDestination=reason=>({kind:"summary",branch:base.
ref,why:reason});return head.repo?.full_name!==requireVariable(host,"GITHUB_REPOSITORY")?createSummaryDestination("This pull request comes from a fork, whose to\
ken may not comment. The result is in the job summary."):token===""?createSummaryDestination("There is no token to comment with. The result is in the job summar\
y."):{kind:"pull request",number:number4,branch:base.ref}}function readPullRequest(host){if(host.variables.GITHUB_EVENT_NAME!=="pull_request")return;let file=requireVariable(
host,"GITHUB_EVENT_PATH"),event=parseJson(readFileSync2(file,"utf8")),parsed=pullRequestSchema.safeParse(isJsonObject(event)?event.pull_request:void 0);if(parsed.
success)return parsed.data;throw new ActionError(`${file} describes no pull request: ${prettifyError(parsed.error)}`)}import{existsSync as existsSync2,readFileSync as readFileSync3}from"node:fs";import{createRequire as createRequire2}from"node:module";import path3 from"node:path";import{existsSync}from"node:fs";import path2 from"node:path";var npmInstaller={install:["npm","ci"]},bunInstaller={install:["bun","install","--frozen-lockfile"],
setUp:["npm","install","--global","bun"]},enableCorepackCommand=["corepack","enable"],installerByLockFile={"package-lock.json":npmInstaller,"npm-shrinkwrap.json":npmInstaller,
"pnpm-lock.yaml":{install:["pnpm","install","--frozen-lockfile"],setUp:enableCorepackCommand},"yarn.lock":{install:["yarn","install"],setUp:enableCorepackCommand},
"bun.lock":bunInstaller,"bun.lockb":bunInstaller};function findInstaller(project){return Object.entries(installerByLockFile).find(([file])=>existsSync(path2.join(
project,file)))?.[1]}import{spawn}from"node:child_process";var MAX_OUTPUT_TAIL_LENGTH=8e3,stopSignals=["SIGINT","SIGTERM"];function runProgram({program,args,cwd,environment},{log}){
let shell=process.platform==="win32"&&program!==process.execPath,child=spawn(program,args,{cwd,env:environment,shell,stdio:["ignore","pipe","pipe"]}),lastOutput="";
for(let stream of[child.stdout,child.stderr]){let line="";stream.setEncoding("utf8"),stream.on("data",text=>{lastOutput=(lastOutput+text).slice(-MAX_OUTPUT_TAIL_LENGTH);
let[first="",...others]=text.split(`
`);line+=first;for(let next of others)log(line),line=next}),stream.on("end",()=>{line!==""&&log(line)})}let forward=stopSignals.map(signal=>[signal,()=>{child.kill(
signal)}]);for(let[signal,forwardSignal]of forward)process.on(signal,forwardSignal);return new Promise((resolve,reject)=>{child.on("error",reject),child.on("clo\
se",code=>resolve({exitCode:code??1,lastOutput}))}).finally(()=>{for(let[signal,forwardSignal]of forward)process.off(signal,forwardSignal)})}function withoutActionSecrets(variables){
let safeVariables={...variables};for(let name of Object.keys(safeVariables))/^(INPUT_|ACTIONS_)/.test(name)&&delete safeVariables[name];return safeVariables}var manifestSchema=object({version:string2().optional(),bin:object({turntree:string2()}).optional(),dependencies:record(string2(),string2()).optional(),devDependencies:record(
string2(),string2()).optional()});async function installTurntree(request,host){let{folder,checkout,environment}=request,installed=findInstalledProgram(folder);if(installed!==
void 0)return installed;let project=request.version===""?findProjectWithTurntree(folder,checkout):void 0;if(project===void 0)return installInTemporaryFolder(request,
host);let command=findInstaller(project)?.install??["npm","install","--no-audit","--no-fund"];await runInstaller(command,{cwd:project,environment},host);let program=findInstalledProgram(
folder);if(program!==void 0)return program;throw new ActionError(`${command.join(" ")} in ${project} installed no turntree, which its package.json names`)}async function installInTemporaryFolder({
version:version2,checkout,environment},host){let folder=path3.join(host.variables.RUNNER_TEMP??checkout,"turntree"),ownManifest=readManifest(path3.join(host.home,
"package.json")),requestedVersion=version2||(ownManifest?.version??"latest"),source=existsSync2(path3.resolve(checkout,requestedVersion))?path3.resolve(checkout,
requestedVersion):`turntree@${requestedVersion}`;await runInstaller(["npm","install",...["--no-audit","--no-fund","--ignore-scripts","--prefix",folder],source],
{cwd:checkout,environment},host);let program=findInstalledProgram(folder);if(program!==void 0)return program;throw new ActionError(`${source} was installed, but\
 it has no turntree command; set the input "version" to a version of turntree, such as 0.1.0`)}async function runInstaller([program,...args],environment,host){host.
log(`Installing turntree: ${[program,...args].join(" ")}`);let{exitCode,lastOutput}=await runProgram({program,args,...environment},host).catch(()=>{throw new ActionError(
`${program} is not installed: install it in an earlier step of the job`)});if(exitCode!==0)throw new ActionError(`${program} ${args[0]} ended with exit code ${exitCode}\
:
${lastOutput.trim()}`)}function findInstalledProgram(folder){try{let file=createRequire2(path3.join(folder,"package.json")).resolve("turntree/package.json"),bin=readManifest(
file)?.bin?.turntree;return bin===void 0?void 0:path3.join(path3.dirname(file),bin)}catch{return}}function findProjectWithTurntree(folder,checkout){for(let currentFolder=folder;;currentFolder=
path3.dirname(currentFolder)){let manifest=readManifest(path3.join(currentFolder,"package.json"));if(manifest?.dependencies?.turntree??manifest?.devDependencies?.
turntree)return currentFolder;if(currentFolder===checkout||currentFolder===path3.dirname(currentFolder))return}}function readManifest(file){if(!existsSync2(file))
return;let manifest=manifestSchema.safeParse(parseJson(readFileSync3(file,"utf8")));if(manifest.success)return manifest.data;throw new ActionError(`${file} is n\
ot a package.json: ${prettifyError(manifest.error)}`)}var COMMENTS_PER_PAGE=100,MAX_PAGES=30,commentSchema=object({id:int(),body:string2().nullish(),user:object({login:string2()}).nullish()});async function postComment(api,request){
let login=await findOwnLogin(api),[existingComment]=await listOwnComments(api,request,login);if(existingComment!==void 0){if(isLaterRun(existingComment.run,request.
run))return{kind:"outdated"};if(await editComment(api,existingComment.id,request))return{kind:"edited",id:existingComment.id}}let id=await createComment(api,request),
remaining=await resolveDuplicateComments(api,request,{login,id});return remaining!==id?{kind:"edited",id:remaining}:{kind:existingComment===void 0?"created":"cr\
eated anew",id}}async function resolveDuplicateComments(api,request,ownComment){let[first]=await listOwnComments(api,request,ownComment.login);return first===void 0||
first.id===ownComment.id||!isLaterRun(first.run,request.run)&&!await editComment(api,first.id,request)?ownComment.id:(await undefinedIfMissing(api({method:"DELE\
TE",path:`/repos/${request.repository}/issues/comments/${ownComment.id}`})),first.id)}async function listOwnComments(api,{repository,pullRequest,key},login){let ownComments=[];
for(let page=1;page<=MAX_PAGES;page+=1){let query=`per_page=${COMMENTS_PER_PAGE}&page=${page}`,path6=`/repos/${repository}/issues/${pullRequest}/comments?${query}`,
comments=array(commentSchema).parse(await api({method:"GET",path:path6}));for(let{id,body,user}of comments){let run=user?.login===login?parseRunMarker(body??"",
key):void 0;run!==void 0&&ownComments.push({id,run})}if(comments.length<COMMENTS_PER_PAGE)break}return ownComments.toSorted((one,other)=>one.id-other.id)}async function findOwnLogin(api){
try{return object({login:string2()}).parse(await api({method:"GET",path:"/user"})).login}catch(error2){if(isAccessDenied(error2))return"github-actions[bot]";throw error2}}
async function createComment(api,request){let path6=`/repos/${request.repository}/issues/${request.pullRequest}/comments`;return object({id:int()}).parse(await api(
{method:"POST",path:path6,body:{body:withRunMarker(request)}})).id}async function editComment(api,id,request){let path6=`/repos/${request.repository}/issues/com\
ments/${id}`,edited=api({method:"PATCH",path:path6,body:{body:withRunMarker(request)}}).then(()=>!0);return await undefinedIfMissing(edited)===!0}async function undefinedIfMissing(answer){
try{return await answer}catch(error2){if(error2 instanceof GitHubError&&error2.status===404)return;throw error2}}function withRunMarker({key,run,text}){return`<\
!-- turntree ${key} ${run.id}.${run.attempt} -->
${text}`}function parseRunMarker(body,key){let[,name,id,attempt]=/^<!-- turntree ([\w.-]+) (\d+)\.(\d+) -->/.exec(body)??[];return name===key?{id:Number(id),attempt:Number(
attempt)}:void 0}function isLaterRun(run,other){return run.id===other.id?run.attempt>other.attempt:run.id>other.id}function parseInputs({variables}){let readActionInput=name2=>variables[`INPUT_${name2.toUpperCase()}`]?.trim()??"",name=readActionInput("name")||"turntree-repor\
t";if(!/^[\w.-]{1,80}$/.test(name)||/^\.+$/.test(name))throw new ActionError(`name: use letters, digits, ".", "_" and "-", not ${JSON.stringify(name)}`);let comments=readActionInput(
"comment")||"true";if(comments!=="true"&&comments!=="false")throw new ActionError(`comment: write true or false, not ${JSON.stringify(comments)}`);return{args:splitWords(
readActionInput("args")),folder:readActionInput("working-directory")||".",version:readActionInput("version"),name,token:readActionInput("token"),comments:comments===
"true",baseline:readActionInput("baseline")||"auto",site:parseSiteAddress(readActionInput("site"))}}function parseSiteAddress(text){if(text==="")return;let url2=URL.
parse(text);if(url2===null||!["https:","http:"].includes(url2.protocol)||url2.search!==""||url2.hash!=="")throw new ActionError(`site: write the URL of a folder\
, such as https://example.org/agents/, not ${JSON.stringify(text)}`);let address=url2.href.replaceAll("(","%28").replaceAll(")","%29");return address.endsWith("\
/")?address:`${address}/`}function splitWords(line){let words=[],tokens=/\s+|"([^"]*)"|'([^']*)'|([^\s"']+)|(.)/gs,word;for(let[token,double,single,bare,rest]of line.
matchAll(tokens)){if(rest!==void 0)throw new ActionError(`args: a quote (${rest}) is not closed in: ${line}`);let argument=double??single??bare;if(argument!==void 0){
word=(word??"")+argument;continue}word!==void 0&&token!==""&&words.push(word),word=void 0}return word===void 0?words:[...words,word]}var JSON_REPORT_FILE="report.json",reportFiles=[JSON_REPORT_FILE,"report.html","report.md","junit.xml"];async function runAction(host){try{return await runStep(
host)}catch(error2){return logAnnotation(host,"error",error2 instanceof ActionError?error2.message:error2.stack??String(error2)),1}}async function runStep(host){
refuseUnsafeEvent(host);let inputs=parseInputs(host),destination=findCommentDestination(host,inputs),checkout=requireVariable(host,"GITHUB_WORKSPACE"),folder=path4.
resolve(checkout,inputs.folder);if(!existsSync3(folder))throw new ActionError(`working-directory: ${inputs.folder} does not exist in the checkout`);let environment=withoutActionSecrets(
host.variables),program=await installTurntree({folder,checkout,version:inputs.version,environment},host),reportFolder=path4.join(folder,inputs.name);rmSync(reportFolder,
{recursive:!0,force:!0}),mkdirSync(reportFolder,{recursive:!0});let outputs=reportFiles.flatMap(file=>["-o",path4.join(inputs.name,file)]),programResult=await runProgram(
{program:process.execPath,args:[program,"test",...inputs.args,...outputs],cwd:folder,environment},host),artifact=await uploadReports(reportFolder,inputs.name,host);
return await postForReviewers({...programResult,folder,reportFolder,artifact,inputs,place:destination},host),setOutputs(host,{"exit-code":String(programResult.exitCode),
report:reportFolder}),programResult.exitCode}async function uploadReports(folder,name,host){try{return await uploadFolder(folder,name,host)}catch(error2){logAnnotation(
host,"warning",`The reports are not uploaded: ${toErrorMessage(error2)}`);return}}async function postForReviewers(step,host){let{place,inputs}=step;if(place.kind===
"nowhere")return;let api=createGitHubApi({url:requireVariable(host,"GITHUB_API_URL"),token:inputs.token}),text=await buildCommentText(step,place.branch,{api,host});
if(place.kind==="summary"){logAnnotation(host,"notice",place.why),addToSummary(host,`${place.why}

${text}`);return}try{let repository=requireVariable(host,"GITHUB_REPOSITORY"),run={id:Number(requireVariable(host,"GITHUB_RUN_ID")),attempt:Number(host.variables.
GITHUB_RUN_ATTEMPT??1)},request={repository,pullRequest:place.number,key:inputs.name,run,text};host.log(describePostedComment(await postComment(api,request),place.
number))}catch(error2){let problem=`The comment is not written: ${describeCommentError(error2)}. The result is in the job summary.`;logAnnotation(host,"warning",
problem),addToSummary(host,`${problem}

${text}`)}}function describePostedComment(postedComment,pullRequest){switch(postedComment.kind){case"created":return`Wrote a comment on pull request ${pullRequest}\
.`;case"edited":return`Edited the comment on pull request ${pullRequest}.`;case"created anew":return`Wrote a new comment on pull request ${pullRequest}: the ear\
lier one was deleted.`;case"outdated":return`Left the comment on pull request ${pullRequest} alone: a later run has written it.`;default:return postedComment}}function describeCommentError(error2){
return isAccessDenied(error2)?`the token may not comment (${error2.status}); give the job "permissions: pull-requests: write"`:toErrorMessage(error2)}async function buildCommentText(step,branch,access){
let{reportFolder,exitCode,lastOutput}=step,links=listStepLinks(step,access.host),file=path4.join(reportFolder,JSON_REPORT_FILE);if(!existsSync3(file))return formatMissingRunComment(
exitCode,lastOutput,links);let{state,resultsOf}=parseReport(readFileSync4(file,"utf8")),earlier=await readBaseline(step,branch,access),comparedBranch=earlier&&{
comparison:compareRuns(earlier.state,state),branch};return formatPullRequestComment({state,resultsOf,compared:comparedBranch,links,site:step.inputs.site})}async function readBaseline({
inputs,folder},branch,{api,host}){let{baseline,name,token}=inputs;if(baseline!=="none")try{if(baseline!=="auto")return parseReport(readFileSync4(path4.resolve(folder,
baseline),"utf8"));let repository=requireVariable(host,"GITHUB_REPOSITORY"),text=await downloadReportFile(api,{repository,branch,name,file:JSON_REPORT_FILE,token});
if(text!==void 0)return parseReport(text);host.log(`No run of ${branch} has uploaded "${name}" yet, so there is nothing to compare with.`)}catch(error2){let words=isAccessDenied(
error2)?`give the job "permissions: actions: read" (${error2.status})`:toErrorMessage(error2);logAnnotation(host,"warning",`Nothing to compare with: ${words}`)}}
function listStepLinks({artifact},host){let repository=requireVariable(host,"GITHUB_REPOSITORY"),{GITHUB_SERVER_URL:server="https://github.com",GITHUB_RUN_ID:run=""}=host.
variables,url2=`${server}/${repository}/actions/runs/${run}`;return[{text:"Run",url:url2},...artifact===void 0?[]:[{text:"Report",url:`${url2}/artifacts/${artifact}`}]]}
function addToSummary({variables},text){let file=variables.GITHUB_STEP_SUMMARY;file!==void 0&&file!==""&&appendFileSync(file,`${text}
`)}function setOutputs({variables},outputs){let file=variables.GITHUB_OUTPUT;if(!(file===void 0||file===""))for(let[name,value]of Object.entries(outputs))appendFileSync(
file,`${name}=${value}
`)}function logAnnotation({log},severity,message){log(formatWorkflowCommand({severity,message}))}process.exitCode=await runAction({variables:process.env,log:line=>{process.stdout.write(`${line}
`)},home:path5.join(import.meta.dirname,"..")});
